/** The operator's commands for announcements: add, change, show, hide and remove. */
import { type Language, LANGUAGES } from '#contract/languages.ts';
import { type Database, type Db, inTransaction } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { readMoment } from '#server/lib/moment.ts';
import { type Command, CommandError } from '#server/operator/protocol.ts';
import { missingLanguages } from './article-file.rules.ts';
import { type Gathered, filesNamed, gather } from './article.gather.ts';
import { type ReadMarkdown, warningsOf } from './article.preview.ts';
import type { ArticleText } from './articles.repository.ts';
import {
  type ArticleRow,
  allArticles,
  changeArticle,
  insertArticle,
  lockArticle,
  putTexts,
  removeArticle,
  textsOf,
} from './content.writes.ts';
import { dropUnused, keepPicture } from './pictures.repository.ts';
import { pictureNames } from './pictures.rules.ts';
import { type HasFile, missingPictures, shownIn } from './pictures.there.ts';

export interface ArticleCommandsDeps {
  readonly database: Pick<Database, 'kysely'>;
  readonly clock: Clock;
  readonly readMarkdown: ReadMarkdown;
  readonly hasFile: HasFile;
}

/** Number of announcements shown at once. */
const LISTED = 200;

export const FILE_HELP = `A file a language, called NAME.LANG.md (LANG is one of ${LANGUAGES.join(', ')}); English or simplified Chinese is needed,
since readers without a text of their own language get zh-Hans, else en. The title is the first heading ("# Title") and leaves
the text; the summary is the first paragraph. A head of two lines --- with title: and summary: between them says both instead.
Pictures are files beside the texts, named there as ![what it shows](shaft.png "caption") in a line of its own: PNG, JPEG, WebP
or AVIF of at most 1 MiB each. Times without a zone are of Singapore.`;

/** @throws CommandError if it is not a valid announcement name */
export function readSlug(text: string | undefined): string {
  if (text && text.length <= 60 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)) return text;
  throw new CommandError(
    'name an announcement by small letters, digits and single dashes, such as fees-and-odds',
  );
}

export async function known(tx: Db, slug: string): Promise<ArticleRow> {
  const found = await lockArticle(tx, slug);
  if (!found) throw new CommandError(`there is no announcement ${slug}; \`article list\` shows them`);
  return found;
}

/** When an announcement is shown, in words. */
export function stateOf(publishedAt: Date | null, now: Date): string {
  if (publishedAt === null) return 'draft';
  return `${publishedAt <= now ? 'shown since' : 'shown from'} ${publishedAt.toISOString()}`;
}

/** Every picture in an announcement, its cover included. */
const picturesOf = (cover: string | null | undefined, texts: Iterable<ArticleText>): string[] =>
  pictureNames([cover ?? '', ...[...texts].map(({ body }) => body)]);

export function articleCommands({ database, clock, readMarkdown, hasFile }: ArticleCommandsDeps): Command[] {
  const db = database.kysely;

  /** The command's output about added texts, one line each. */
  async function remarks(
    { texts, pictures, notes }: Gathered,
    cover: string | null | undefined,
  ): Promise<string[]> {
    const bodies = [...texts.values()].map(({ body }) => body);
    const paths = [...(cover ? [cover] : []), ...bodies.flatMap((body) => shownIn(body, readMarkdown))];
    const missing = await missingPictures(db, hasFile, paths, pictures);
    if (cover && missing.has(cover)) throw new CommandError(`--cover: there is no picture ${cover}`);
    const read = [...texts].flatMap(([lang, { body }]) =>
      warningsOf(body, readMarkdown(body), missing).map((warning) => `warning: ${lang}: ${warning}`),
    );
    return [...notes, ...read];
  }

  const keep = async (tx: Db, { pictures }: Gathered) => {
    for (const picture of pictures) await keepPicture(tx, picture, clock.now());
  };

  const change = (slug: string, work: (tx: Db, row: ArticleRow) => Promise<string>) =>
    inTransaction(db, async (tx) => ({ text: await work(tx, await known(tx, slug)) }));

  const pin = (pinned: boolean): Command => ({
    name: pinned ? 'article pin' : 'article unpin',
    usage: pinned
      ? 'article pin SLUG                  pins it; the home page shows the newest pinned one'
      : 'article unpin SLUG                takes it from the home page',
    changes: true,
    run: ([text]) =>
      change(readSlug(text), async (tx, { id, slug }) => {
        await changeArticle(tx, id, { pinned });
        return `${slug} is ${pinned ? 'pinned' : 'not pinned'}`;
      }),
  });

  return [
    {
      name: 'article list',
      usage: 'article list                      name, state, languages, title; drafts first, then the latest',
      async run() {
        const now = clock.now();
        const rows = await allArticles(db, LISTED + 1);
        const lines = rows
          .slice(0, LISTED)
          .map(({ slug, pinned, publishedAt, langs, title }) =>
            [slug, stateOf(publishedAt, now) + (pinned ? ', pinned' : ''), langs, title].join('\t'),
          );
        if (rows.length > LISTED) lines.push(`and more; only ${LISTED} are shown`);
        return { text: lines.length ? lines.join('\n') : 'there is no announcement' };
      },
    },
    {
      name: 'article show',
      usage: 'article show SLUG [--lang LANG]    an announcement and its texts as they were written',
      async run([text], _by, given) {
        const row = await known(db, readSlug(text));
        const texts = await textsOf(db, row.id);
        const lang = given?.options['lang'];
        if (lang !== undefined && !texts.has(lang as Language))
          throw new CommandError(
            `${row.slug} has no text in ${lang}; it has ${[...texts.keys()].join(', ')}`,
          );
        const shown = [...texts].filter(([each]) => lang === undefined || each === lang);
        const facts = [
          `name       ${row.slug}`,
          `state      ${stateOf(row.publishedAt, clock.now())}${row.pinned ? ', pinned' : ''}`,
          `cover      ${row.cover ?? '-'}`,
          `languages  ${[...texts.keys()].join(', ')}`,
        ];
        const bodies = shown.map(
          ([each, one]) => `---- ${each}\ntitle: ${one.title}\nsummary: ${one.summary}\n\n${one.body}`,
        );
        return { text: [facts.join('\n'), ...bodies].join('\n\n') };
      },
    },
    {
      name: 'article add',
      usage:
        'article add SLUG FILE… [--cover PATH|FILE] [--pinned] [--at DATE] [--draft]  adds an announcement, shown at once without --at or --draft',
      details: FILE_HELP,
      changes: true,
      files: ([, ...files], { cover }) => filesNamed(files, cover),
      async run([text], _by, given) {
        const slug = readSlug(text);
        const { at, draft, pinned } = given?.options ?? {};
        if (at !== undefined && draft !== undefined)
          throw new CommandError('give --at or --draft, not both: a draft has no time');
        const now = clock.now();
        const publishedAt = draft === undefined ? (at === undefined ? now : readMoment(at)) : null;
        const gathered = gather(given);
        const missing = missingLanguages(gathered.texts.keys());
        const cover = gathered.cover ?? null;
        const notes = [...missing, ...(await remarks(gathered, cover))];
        await inTransaction(db, async (tx) => {
          await keep(tx, gathered);
          const row = { slug, pinned: pinned !== undefined, cover, publishedAt };
          if (!(await insertArticle(tx, row, gathered.texts)))
            throw new CommandError(`there is an announcement ${slug} already; \`article edit\` changes it`);
        });
        const langs = [...gathered.texts.keys()].join(', ');
        return { text: [`${slug}: ${stateOf(publishedAt, now)}, in ${langs}`, ...notes].join('\n') };
      },
    },
    {
      name: 'article edit',
      usage:
        'article edit SLUG [FILE…] [--cover PATH|FILE|none]  replaces the texts in these languages, or the cover; others stay',
      details: FILE_HELP,
      changes: true,
      files: ([, ...files], { cover }) => filesNamed(files, cover),
      async run([text], _by, given) {
        const slug = readSlug(text);
        const gathered = gather(given);
        const { texts, cover } = gathered;
        if (texts.size === 0 && cover === undefined)
          throw new CommandError('name the files of the texts to replace, or a cover');
        const notes = await remarks(gathered, cover);
        return change(slug, async (tx, row) => {
          const before = picturesOf(row.cover, (await textsOf(tx, row.id)).values());
          await keep(tx, gathered);
          if (cover !== undefined) await changeArticle(tx, row.id, { cover });
          await putTexts(tx, row.id, texts);
          await dropUnused(tx, before);
          const what = [...texts.keys(), ...(cover === undefined ? [] : ['cover'])].join(', ');
          return [`${slug} changed: ${what}`, ...notes].join('\n');
        });
      },
    },
    {
      name: 'article publish',
      usage: 'article publish SLUG [--at DATE]   shows a draft now, or any announcement from DATE on',
      changes: true,
      run: ([text], _by, given) =>
        change(readSlug(text), async (tx, { id, slug, publishedAt }) => {
          const now = clock.now();
          const at = given?.options['at'];
          if (at === undefined && publishedAt !== null && publishedAt <= now)
            throw new CommandError(
              `${slug} is ${stateOf(publishedAt, now)} already; --at gives it another time`,
            );
          const moment = at === undefined ? now : readMoment(at);
          missingLanguages((await textsOf(tx, id)).keys());
          await changeArticle(tx, id, { published_at: moment });
          return `${slug}: ${stateOf(moment, now)}`;
        }),
    },
    {
      name: 'article unpublish',
      usage: 'article unpublish SLUG            makes it a draft again, hidden from everyone',
      changes: true,
      run: ([text]) =>
        change(readSlug(text), async (tx, { id, slug, publishedAt }) => {
          if (publishedAt === null) throw new CommandError(`${slug} is a draft already`);
          await changeArticle(tx, id, { published_at: null });
          return `${slug}: draft`;
        }),
    },
    pin(true),
    pin(false),
    {
      name: 'article remove',
      usage: 'article remove SLUG               removes it with its texts, banners and pictures, for good',
      changes: true,
      run: ([text]) =>
        change(readSlug(text), async (tx, { id, slug, cover }) => {
          const texts = await textsOf(tx, id);
          const images = await tx
            .selectFrom('banners')
            .select('image')
            .where('article_id', '=', id)
            .execute();
          await removeArticle(tx, id);
          const names = picturesOf(cover, texts.values());
          await dropUnused(tx, [...names, ...pictureNames(images.map(({ image }) => image))]);
          return `${slug} is removed`;
        }),
    },
  ];
}
