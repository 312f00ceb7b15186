/** The operator's commands for the home page's banners: each is a picture that links to an announcement. */
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { type Command, CommandError } from '#server/operator/protocol.ts';
import { known, readSlug, stateOf } from './article.commands.ts';
import { filesNamed, picturePath } from './article.gather.ts';
import { addBanner, listBanners, removeBanner } from './banners.repository.ts';
import { setOrder } from './links.writes.ts';
import { dropUnused, keepPicture } from './pictures.repository.ts';
import { pictureNames } from './pictures.rules.ts';
import { type HasFile, missingPictures } from './pictures.there.ts';

/** The carousel is designed for a few. */
const MOST = 10;

interface BannerCommandsDeps {
  readonly database: Pick<Database, 'kysely'>;
  readonly clock: Clock;
  readonly hasFile: HasFile;
}

export function bannerCommands({ database, clock, hasFile }: BannerCommandsDeps): Command[] {
  const db = database.kysely;
  const unknown = (slug: string) =>
    new CommandError(`no banner leads to ${slug}; \`banner list\` shows them`);
  return [
    {
      name: 'banner list',
      usage:
        'banner list                       banners of the home page in their order: announcement, its state, picture',
      async run() {
        const now = clock.now();
        const lines = (await listBanners(db)).map(({ slug, publishedAt, image }) =>
          [slug, stateOf(publishedAt, now), image].join('\t'),
        );
        return {
          text: lines.length
            ? lines.join('\n')
            : 'there is no banner: the pinned announcement is shown instead',
        };
      },
    },
    {
      name: 'banner add',
      usage:
        'banner add SLUG [--image PATH|FILE]  adds a banner at the end; without --image it shows the cover',
      details:
        'A picture is PNG, JPEG, WebP or AVIF of at most 1 MiB, about two and a half times as wide as high. A banner whose announcement is a draft waits for it.',
      changes: true,
      files: (_words, { image }) => filesNamed([], image),
      async run([text], _by, given) {
        const slug = readSlug(text);
        const image = given?.options['image'];
        const asked = image === undefined ? undefined : picturePath('image', image, given?.files ?? []);
        return inTransaction(db, async (tx) => {
          const row = await known(tx, slug);
          const banners = await listBanners(tx);
          if (banners.some((banner) => banner.slug === slug))
            throw new CommandError(`${slug} has a banner already`);
          if (banners.length >= MOST)
            throw new CommandError(`there are ${MOST} banners already: remove one first`);
          const path = asked?.path ?? row.cover;
          if (path === null) throw new CommandError(`${slug} has no cover: give --image`);
          if (asked?.picture) await keepPicture(tx, asked.picture, clock.now());
          if ((await missingPictures(tx, hasFile, [path])).size > 0)
            throw new CommandError(`there is no picture ${path}`);
          await addBanner(tx, { image: path, articleId: row.id });
          return { text: `a banner leads to ${slug}, which is ${stateOf(row.publishedAt, clock.now())}` };
        });
      },
    },
    {
      name: 'banner remove',
      usage: 'banner remove SLUG                removes the banner of an announcement, which stays',
      changes: true,
      async run([text]) {
        const slug = readSlug(text);
        await inTransaction(db, async (tx) => {
          const found = (await listBanners(tx)).filter((banner) => banner.slug === slug);
          if (found.length === 0) throw unknown(slug);
          for (const { id } of found) await removeBanner(tx, id);
          await dropUnused(tx, pictureNames(found.map(({ image }) => image)));
        });
        return { text: `no banner leads to ${slug} any more` };
      },
    },
    {
      name: 'banner order',
      usage: 'banner order SLUG…                sets the order: these first, the others after them',
      changes: true,
      async run(words) {
        const order = [...new Set(words.map(readSlug))];
        if (order.length === 0)
          throw new CommandError('name the announcements of the banners in their order');
        const all = await inTransaction(db, async (tx) => {
          const banners = await listBanners(tx);
          const first = order.map((slug) => banners.find((banner) => banner.slug === slug) ?? slug);
          const strange = first.find((one) => typeof one === 'string');
          if (strange !== undefined) throw unknown(strange);
          const chosen = first.filter((one) => typeof one !== 'string');
          const sorted = [...chosen, ...banners.filter((banner) => !chosen.includes(banner))];
          await setOrder(
            tx,
            'banners',
            sorted.map(({ id }) => id),
          );
          return sorted;
        });
        return { text: `the order is ${all.map(({ slug }) => slug).join(', ')}` };
      },
    },
  ];
}
