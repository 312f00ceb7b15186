/** `operator article preview`: how an announcement, or the files for a new one, will be rendered. Changes nothing. */
import type { Language } from '#contract/languages.ts';
import type { Db } from '#server/db/client.ts';
import { type Command, CommandError, type OperatorFile } from '#server/operator/protocol.ts';
import { type ArticleCommandsDeps, FILE_HELP, known, readSlug } from './article.commands.ts';
import { missingLanguages } from './article-file.rules.ts';
import { type Gathered, filesNamed, gather } from './article.gather.ts';
import { asPage, asText, warningsOf } from './article.preview.ts';
import { textsOf } from './content.writes.ts';
import { findPicture } from './pictures.repository.ts';
import { PICTURE_FOLDER, pictureNames } from './pictures.rules.ts';
import { missingPictures, shownIn } from './pictures.there.ts';

/** A file on the operator's machine: its name has an extension or a folder. */
const isFile = (word: string): boolean => /[./\\]/.test(word);

const dataOf = (mime: string, bytes: Uint8Array): string =>
  `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`;

/** The available pictures of these texts: those sent with the command, and those in the database. */
async function embed(db: Db, { texts, pictures }: Gathered): Promise<Map<string, string>> {
  const data = new Map(
    pictures.map(({ name, mime, bytes }) => [`${PICTURE_FOLDER}${name}`, dataOf(mime, bytes)]),
  );
  for (const name of pictureNames([...texts.values()].map(({ body }) => body))) {
    const found = data.has(`${PICTURE_FOLDER}${name}`) ? undefined : await findPicture(db, name);
    if (found) data.set(`${PICTURE_FOLDER}${name}`, dataOf(found.mime, found.bytes));
  }
  return data;
}

/** The texts of one language, or all. @throws CommandError if there is none */
function chosen({ texts }: Gathered, lang: string | undefined): Gathered['texts'] {
  if (lang === undefined) return texts;
  const text = texts.get(lang as Language);
  if (!text) throw new CommandError(`there is no text in ${lang}; there is ${[...texts.keys()].join(', ')}`);
  return new Map([[lang as Language, text]]);
}

export const previewCommands = ({ database, readMarkdown, hasFile }: ArticleCommandsDeps): Command[] => [
  {
    name: 'article preview',
    usage:
      'article preview SLUG|FILE… [--lang LANG] [--cover PATH|FILE] [--out FOLDER]  shows how it will look: in the terminal, or as one page per language in FOLDER',
    details: FILE_HELP,
    files: (words, { cover }) => (words.every(isFile) ? filesNamed(words, cover) : []),
    async run(words, _by, given) {
      const db = database.kysely;
      const [first] = words;
      if (first === undefined) throw new CommandError('name an announcement or the files of one');
      let gathered: Gathered;
      if (words.every(isFile)) gathered = gather(given);
      else {
        const { id } = await known(db, readSlug(first));
        gathered = { texts: await textsOf(db, id), pictures: [], cover: undefined, notes: [] };
      }
      const languages = missingLanguages(gathered.texts.keys());
      const texts = chosen(gathered, given?.options['lang']);
      const paths = [...texts.values()].flatMap(({ body }) => shownIn(body, readMarkdown));
      const missing = await missingPictures(db, hasFile, paths, gathered.pictures);
      const out = given?.options['out'] !== undefined;
      const data = out ? await embed(db, { ...gathered, texts }) : new Map<string, string>();
      const parts: string[] = [];
      const files: OperatorFile[] = [];
      for (const [lang, text] of texts) {
        const blocks = readMarkdown(text.body);
        const warnings = warningsOf(text.body, blocks, missing);
        const head = `---- ${lang}\ntitle: ${text.title}\nsummary: ${text.summary}`;
        const notes = warnings.map((warning) => `warning: ${warning}`);
        parts.push([head, ...(out ? [] : ['', asText(blocks), '']), ...notes].join('\n').trimEnd());
        if (!out) continue;
        const page = asPage(lang, text, blocks, warnings, (src) => data.get(src));
        files.push({ name: `preview.${lang}.html`, content: Buffer.from(page).toString('base64') });
      }
      return {
        text: [...parts, ...[...languages, ...gathered.notes].map((note) => `note: ${note}`)].join('\n\n'),
        files,
      };
    },
  },
];
