/** Tables of the home page's banners as Kysely sees them. */
import type { GeneratedAlways } from 'kysely';

export interface ContentTables {
  banners: {
    id: GeneratedAlways<bigint>;
    position: number;
    /** A picture's path on this server. */
    image: string;
    article_id: bigint;
  };
}
