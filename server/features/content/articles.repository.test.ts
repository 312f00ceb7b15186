// The search of announcements: it finds what its definition says, whatever was written, changed and removed in any
// order, and reads as many database pages among many announcements as among few. The test counts them, so load does
// not matter.
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#contract/languages.ts';
import { onBothDatabases, onPostgres, pagesTouched, removeClusterAtEnd } from '#tests/support/databases.ts';
import {
  type Place,
  type Reader,
  listArticles,
  placeOf,
  searches,
  textShown,
} from './articles.repository.ts';
import { likePattern, searchedWords } from './articles.rules.ts';

removeClusterAtEnd();

const NOW = new Date(Date.UTC(2026, 10, 1));

describe('a search finds the displayed texts that contain its words', () => {
  onBothDatabases((open) => {
    const db = () => open().kysely;

    /**
     * Announcements whose displayed title or summary has the words, newest first, computed from the texts themselves.
     */
    async function defined({ lang, now }: Reader, search: string): Promise<bigint[]> {
      const words = searchedWords(search);
      const pattern = words === undefined ? '%' : likePattern(words);
      const { rows } = await sql<{ id: bigint }>`
        select a.id from articles a ${textShown(lang)}
        where a.published_at <= ${now} and (s.title ilike ${pattern} or s.summary ilike ${pattern})
        order by a.published_at desc, a.id desc`.execute(db());
      return rows.map(({ id }) => id);
    }

    async function found(reader: Reader, search: string, limit: number): Promise<bigint[]> {
      const ids: bigint[] = [];
      for (let after: Place | undefined; ;) {
        const rows = await listArticles(db(), reader, { search, after, limit });
        ids.push(...rows.map(({ id }) => id));
        const last = rows.at(-1);
        if (rows.length < limit || !last) return ids;
        after = placeOf(last);
      }
    }

    /**
     * Few characters, so that texts share them: from all scripts, with upper and lower case, of two code units, and
     * those that patterns and parts escape.
     */
    const text = (most: number) =>
      fc
        .array(fc.constantFrom(...'aAbBÄäßİσΣς矿礦工ขุด🪙', 'e\u0301', ...' %_\\\'"&|!:*\n'), {
          maxLength: most,
        })
        .map((chars) => chars.join(''));
    const at = fc.option(
      fc.integer({ min: -3, max: 1 }).map((days) => new Date(NOW.getTime() + days * 86_400_000)),
    );
    const slug = fc.integer({ min: 0, max: 7 }).map(String);
    const lang = fc.constantFrom(...LANGUAGES);
    const write = (name: string, of: Language, title: string, summary: string) => sql`
      insert into article_texts (article_id, lang, title, summary, body)
      select id, ${of}, ${title}, ${summary}, '' from articles where slug = ${name}
      on conflict (article_id, lang) do update set title = excluded.title, summary = excluded.summary`;
    /** The way any release writes them. */
    const change = fc.oneof(
      fc.tuple(slug, at).map(
        ([name, time]) => sql`
        insert into articles (slug, published_at) values (${name}, ${time})
        on conflict (slug) do update set published_at = excluded.published_at`,
      ),
      { weight: 4, arbitrary: fc.tuple(slug, lang, text(8), text(12)).map((given) => write(...given)) },
      fc.tuple(slug, lang).map(
        ([name, of]) => sql`
        delete from article_texts where lang = ${of} and article_id = (select id from articles where slug = ${name})`,
      ),
      slug.map((name) => sql`delete from articles where slug = ${name}`),
    );

    test('in every language, after any changes, on pages of any size', async () => {
      const search = fc.record({ lang, words: text(5), limit: fc.integer({ min: 1, max: 4 }) });
      const round = fc.tuple(
        fc.array(change, { minLength: 5, maxLength: 20 }),
        fc.array(search, { minLength: 5, maxLength: 5 }),
      );
      await fc.assert(
        fc.asyncProperty(round, async ([changes, asked]) => {
          await sql`delete from articles`.execute(db());
          for (const each of changes) await each.execute(db());
          for (const { lang: of, words, limit } of asked) {
            const reader = { lang: of, now: NOW };
            expect(await found(reader, words, limit)).toEqual(await defined(reader, words));
          }
        }),
        { numRuns: 12 },
      );
    });

    test('in every language of the contract', async () => {
      await sql`delete from articles`.execute(db());
      await sql`insert into articles (slug, published_at) values ('one', ${NOW})`.execute(db());
      await write('one', 'en', 'Lamp', '').execute(db());
      for (const of of LANGUAGES) expect(await found({ lang: of, now: NOW }, 'lamp', 20), of).toHaveLength(1);
    });
  });
});

describe('a page of a search reads no more of many announcements than of few:', () => {
  onPostgres((open) => {
    const [FEW, MANY] = [100, 10_000];
    const LIMIT = 21;

    /** With text in a single language, so that they are shown only to its readers; the last is the oldest. */
    async function publish(of: Language, count: number): Promise<void> {
      await sql`
        insert into articles (slug, published_at)
        select ${of} || n, ${NOW}::timestamptz - n * interval '1 minute' from generate_series(1, ${count}::int) n`.execute(
        open().kysely,
      );
      await sql`
        insert into article_texts (article_id, lang, title, summary, body)
        select id, ${of}, '矿工 ' || slug, case when slug = ${of + String(count)} then 'Golden 金牌' else 'Usual' end, ''
        from articles where slug like ${`${of}%`}`.execute(open().kysely);
    }

    beforeAll(async () => {
      await publish('ja', FEW);
      await publish('th', MANY);
      for (const table of ['articles', 'article_texts', 'article_shown'])
        await sql`vacuum (analyze) ${sql.table(table)}`.execute(open().kysely);
    });

    test.each([
      ['of words that all have', '矿工', LIMIT],
      ['of words that the oldest has', 'golden', 1],
      ['of two characters that the oldest has', '金牌', 1],
      ['of one character that the oldest has', '牌', 1],
      ['of words that nobody has', 'nowhere', 0],
      ['of two characters that nobody has', '工矿', 0],
      ['of a word that all have, twice in a row', 'usualusual', 0],
    ])('%s', async (_, words, matches) => {
      const db = open().kysely;
      const of = async (lang: Language) => {
        const reader = { lang, now: NOW };
        expect(await listArticles(db, reader, { search: words, limit: LIMIT })).toHaveLength(matches);
        const { newest, indexed } = searches(reader, words, { limit: LIMIT });
        return (await pagesTouched(db, newest)) + (matches < LIMIT ? await pagesTouched(db, indexed) : 0);
      };
      const [few, many] = [await of('ja'), await of('th')];
      expect(few).toBeGreaterThan(2);
      expect(many).toBeLessThan(few + 60);
    });
  });
});
