/** Announcements, banners, welcome notice and links, in the caller's language. */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { LANGUAGES } from './languages.ts';
import { Amount, Id, Time, page, pageQuery } from './shapes.ts';

const Article = z.object({
  id: Id,
  /** The language of the texts: the requested one, otherwise zh-Hans, otherwise en. */
  lang: z.enum(LANGUAGES),
  title: z.string(),
  summary: z.string(),
  cover: z.nullable(z.string()),
  publishedAt: Time,
});

export const content = {
  'GET /api/article/index': call({
    summary: 'The pinned announcement and the five latest',
    session: 'none',
    output: z.object({ pinned: z.nullable(Article), latest: z.array(Article) }),
    errors: [],
  }),
  'GET /api/article/list': call({
    summary: 'Announcements',
    session: 'none',
    query: z.strictObject({ ...pageQuery, search: z.optional(z.string().check(z.maxLength(80))) }),
    output: page(Article),
    errors: [],
  }),
  'GET /api/article/detail': call({
    summary: 'One announcement with its Markdown body',
    session: 'none',
    query: z.strictObject({ id: Id }),
    output: z.extend(Article, { body: z.string() }),
    errors: ['not_found'],
  }),
  'GET /api/index': call({
    summary: 'What the home page shows to anybody',
    session: 'none',
    output: z.object({
      /** In display order: a picture on this server, and the announcement that it links to. */
      banners: z.array(
        z.object({ image: z.string(), articleId: Id, lang: Article.shape.lang, title: z.string() }),
      ),
      welcome: z.object({ version: z.string(), body: z.string() }),
      totals: z.object({ miners: z.int(), produced: Amount, staked: Amount }),
      serverTime: Time,
      /** Demo mode: the page offers the demo wallet and the time machine. */
      demo: z.boolean(),
      /** The WalletConnect project id that pages use; if null, they do not offer WalletConnect. */
      walletConnectProjectId: z.nullable(z.string()),
      /** What the operator has enabled on this server. */
      features: z.object({
        exchange: z.boolean(),
        staking: z.boolean(),
        lottery: z.boolean(),
        race: z.boolean(),
        /** How many levels above a member are paid and shown: 1 to 3. */
        teamLevels: z.int(),
      }),
    }),
    errors: [],
  }),
  'GET /api/links': call({
    summary: 'Contact links',
    session: 'none',
    output: z.object({
      links: z.array(z.object({ id: z.string(), label: z.string(), url: z.string() })),
      /** The announcement about keeping a wallet safe; null if there is none. */
      safetyArticleId: z.nullable(Id),
    }),
    errors: [],
  }),
};
