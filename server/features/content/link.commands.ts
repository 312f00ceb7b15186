/** The operator's commands for contact links: each has a URL, and a label per language. */
import { type Language, LANGUAGES } from '#contract/languages.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { type Command, CommandError, type Given } from '#server/operator/protocol.ts';
import { STAND_INS } from './articles.rules.ts';
import { allLinks, changeUrl, insertLink, putLabels, removeLink, setOrder } from './links.writes.ts';

const LONGEST_URL = 500;
const LONGEST_LABEL = 80;
/** A link leaves the app, so schemes that run, load or read something here are refused. */
const SCHEMES: readonly string[] = ['https:', 'mailto:', 'tel:', 'tg:'];

const labelOption = (lang: string): string => `label-${lang}`;
const OPTIONS = Object.fromEntries(LANGUAGES.map((lang) => [labelOption(lang), 'value' as const]));
const HELP = `Addresses begin with ${SCHEMES.join(', ')}. A label a language: ${LANGUAGES.map((lang) => `--${labelOption(lang)}`).join(', ')};
readers without one of their own language get zh-Hans, else en. \`link edit\` with --label-LANG=none removes one.`;

/** @throws CommandError if it is not a valid link name */
function readId(text: string | undefined): string {
  if (text && /^[a-z0-9][a-z0-9-]{0,29}$/.test(text)) return text;
  throw new CommandError('name a link by at most 30 small letters, digits and dashes, such as support');
}

/** A URL in the form browsers use. @throws CommandError for one that a page must not offer */
function readUrl(text: string | undefined): string {
  const url = URL.parse(text ?? '');
  if (!url || !text || text.length > LONGEST_URL || !SCHEMES.includes(url.protocol))
    throw new CommandError(
      `a link's address begins with ${SCHEMES.join(', ')} and has at most ${LONGEST_URL} characters`,
    );
  if (url.username || url.password) throw new CommandError("a link's address holds no user name or password");
  if (url.protocol === 'https:' ? !url.hostname : url.href.length === url.protocol.length)
    throw new CommandError('the address leads nowhere');
  return url.href;
}

/** @throws CommandError for a label that is too long or has several lines */
function readLabels(options: Given['options'], removing: boolean): Map<Language, string> {
  const labels = new Map<Language, string>();
  for (const lang of LANGUAGES) {
    const text = options[labelOption(lang)]?.trim().normalize('NFC');
    if (text === undefined) continue;
    if (!text || text.length > LONGEST_LABEL || /\p{Cc}/u.test(text))
      throw new CommandError(`--${labelOption(lang)} is one line of at most ${LONGEST_LABEL} characters`);
    labels.set(lang, removing && text === 'none' ? '' : text);
  }
  return labels;
}

export function linkCommands({ database }: { database: Pick<Database, 'kysely'> }): Command[] {
  const db = database.kysely;
  const unknown = (id: string) => new CommandError(`there is no link ${id}; \`link list\` shows them`);
  return [
    {
      name: 'link list',
      usage: 'link list                         contact links in their order: name, address, labels',
      async run() {
        const lines = (await allLinks(db)).map(({ id, url, labels }) =>
          [id, url, [...labels].map(([lang, label]) => `${lang}: ${label}`).join('; ')].join('\t'),
        );
        return { text: lines.length ? lines.join('\n') : 'there is no link' };
      },
    },
    {
      name: 'link add',
      usage: 'link add NAME URL [--label-LANG TEXT]…  adds a contact link at the end',
      options: OPTIONS,
      details: HELP,
      changes: true,
      async run([name, address], _by, given) {
        const [id, url] = [readId(name), readUrl(address)];
        const labels = readLabels(given?.options ?? {}, false);
        if (!STAND_INS.some((lang) => labels.has(lang)))
          throw new CommandError(
            'a label in English or simplified Chinese is needed: --label-en or --label-zh-Hans',
          );
        if (!(await inTransaction(db, (tx) => insertLink(tx, id, url, labels))))
          throw new CommandError(`there is a link ${id} already; \`link edit\` changes it`);
        return { text: `${id} leads to ${url}` };
      },
    },
    {
      name: 'link edit',
      usage: 'link edit NAME [--url URL] [--label-LANG TEXT]…  changes its address or labels',
      options: OPTIONS,
      details: HELP,
      changes: true,
      async run([name], _by, given) {
        const id = readId(name);
        const options = given?.options ?? {};
        const url = options['url'] === undefined ? undefined : readUrl(options['url']);
        const labels = readLabels(options, true);
        if (url === undefined && labels.size === 0) throw new CommandError('give --url or a --label-LANG');
        await inTransaction(db, async (tx) => {
          const row = (await allLinks(tx)).find((link) => link.id === id);
          if (!row) throw unknown(id);
          if (url !== undefined) await changeUrl(tx, id, url);
          await putLabels(tx, id, labels);
          const left = new Map<string, string>([...row.labels, ...labels]);
          if (!STAND_INS.some((lang) => left.get(lang)))
            throw new CommandError('a label in English or simplified Chinese has to stay');
        });
        return {
          text: `${id} changed: ${[...(url === undefined ? [] : ['address']), ...labels.keys()].join(', ')}`,
        };
      },
    },
    {
      name: 'link remove',
      usage: 'link remove NAME                  takes a link from the contact page',
      changes: true,
      async run([name]) {
        const id = readId(name);
        if (!(await removeLink(db, id))) throw unknown(id);
        return { text: `${id} is removed` };
      },
    },
    {
      name: 'link order',
      usage: 'link order NAME…                  sets the order: these first, the others after them',
      changes: true,
      async run(names) {
        const order = [...new Set(names.map(readId))];
        if (order.length === 0) throw new CommandError('name the links in their order');
        const all = await inTransaction(db, async (tx) => {
          const ids = (await allLinks(tx)).map(({ id }) => id);
          const strange = order.find((id) => !ids.includes(id));
          if (strange !== undefined) throw unknown(strange);
          const sorted = [...order, ...ids.filter((id) => !order.includes(id))];
          await setOrder(tx, 'links', sorted);
          return sorted;
        });
        return { text: `the order is ${all.join(', ')}` };
      },
    },
  ];
}
