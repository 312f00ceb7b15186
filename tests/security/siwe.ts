/**
 * Sign-in messages (EIP-4361) that are wrong in one thing each, made from rules about every field, the order of
 * lines, characters and signatures. Each is tried twice: signed as is, and with the signature of the correct message.
 * Only correct ones may sign in.
 */
import { SigningKey, Wallet, hashMessage, id } from 'ethers';
import { type Client, client } from '#tests/support/http.ts';
import { ask } from '#tests/support/person.ts';
import type { Target } from './cast.ts';

interface Right {
  readonly host: string;
  readonly port: string;
  readonly origin: string;
  readonly address: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly usedNonce: string;
  readonly now: number;
}

type Label = 'URI' | 'Version' | 'Chain ID' | 'Nonce' | 'Issued At' | 'Expiration Time' | 'Not Before';
type Fields = Readonly<Record<Label | 'domain' | 'address' | 'statement', string>>;

const LABELS: readonly Label[] = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
];
const MINUTE = 60_000;
const iso = (ms: number) => new Date(ms).toISOString();

const fieldsOf = ({ host, origin, address, chainId, nonce, now }: Right): Fields => ({
  ...{
    domain: host,
    address,
    statement: 'Sign in to Adit.',
    URI: origin,
    Version: '1',
    'Chain ID': String(chainId),
    Nonce: nonce,
  },
  ...{ 'Issued At': iso(now), 'Expiration Time': iso(now + 5 * MINUTE), 'Not Before': iso(now - MINUTE) },
});

const linesOf = (fields: Fields): string[] => [
  ...[
    `${fields.domain} wants you to sign in with your Ethereum account:`,
    fields.address,
    '',
    fields.statement,
    '',
  ],
  ...LABELS.map((label) => `${label}: ${fields[label]}`),
];

/** Values that a field must not have. */
const WRONG_VALUES: Partial<Record<keyof Fields, (right: Right) => string[]>> = {
  domain: ({ host, port, origin }) => [
    ...[
      '',
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      'localhost',
      `${host}0`,
      `${host}.evil.example`,
      `evil.example/${host}`,
    ],
    ...[
      `user@${host}`,
      `${host}@evil.example`,
      `${host}/`,
      `${host}#`,
      `${host}?`,
      ` ${host}`,
      `${host}%00`,
      `127.1:${port}`,
      `0x7f.1:${port}`,
    ],
    ...[
      `2130706433:${port}`,
      `[::1]:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `LOCALHOST:${port}`,
      `localhost.:${port}`,
      `１２７.0.0.1:${port}`,
    ],
    ...[
      origin.replace('http:', 'https:'),
      origin.replace('http:', 'ftp:'),
      `//${host}`,
      `javascript://${host}`,
    ],
  ],
  address: ({ address }) => [
    ...[
      '',
      Wallet.createRandom().address,
      `0x${'0'.repeat(40)}`,
      address.slice(2),
      `${address}0`,
      address.slice(0, -1),
      ` ${address}`,
    ],
    ...[
      address.replace('0x', '0X'),
      swapCase(address),
      'vitalik.eth',
      `eip155:1:${address}`,
      `${address} `,
      address.replace('0x', '０x'),
    ],
  ],
  URI: ({ host, port, origin }) => [
    ...[
      '',
      'https://evil.example',
      'http://127.0.0.1.evil.example',
      `http://evil.example:${port}`,
      'ftp://127.0.0.1',
      `https://${host}`,
    ],
    ...[
      `http://${host}@evil.example`,
      `http://evil.example#${host}`,
      `http://evil.example?${origin}`,
      `//${host}`,
      host,
      '/',
      'about:blank',
    ],
    ...[
      'javascript:alert(1)',
      'data:text/html,x',
      `blob:${origin}/1`,
      `${origin}0`,
      `http://[::1]:${port}`,
      ` ${origin}`,
      `${origin} x`,
    ],
  ],
  Version: () => ['', '0', '2', '01', '1.0', '10', ' 1', '１', 'one', '-1'],
  'Chain ID': ({ chainId }) => [
    ...[
      '',
      '0',
      '1',
      `-${chainId}`,
      `+${chainId}`,
      `0${chainId}`,
      `${chainId}.0`,
      `${chainId}0`,
      `0x${chainId.toString(16)}`,
      `${chainId}n`,
    ],
    ...[` ${chainId}`, `${chainId} `, '１３３７', '1e3', '9007199254740993', 'NaN', `${chainId},1`],
  ],
  Nonce: ({ nonce, usedNonce }) => [
    ...[
      '',
      'abcdefgh12345678',
      usedNonce,
      nonce.slice(0, 7),
      nonce.slice(0, -1),
      `${nonce}0`,
      nonce.toUpperCase(),
      `${nonce} `,
      ` ${nonce}`,
    ],
    ...[`${nonce}'--`, nonce.replace(/^./, '０'), `${nonce}%`, `${nonce}\u200b`],
  ],
  'Issued At': ({ now }) => [
    ...[
      '',
      'now',
      '0',
      String(now),
      iso(now - 10 * MINUTE),
      iso(now + 10 * MINUTE),
      iso(now - 366 * 1440 * MINUTE),
      iso(0),
    ],
    ...[
      iso(now).replace('Z', ''),
      iso(now).slice(0, 10),
      iso(now).replace('T', ' '),
      '2026-02-30T00:00:00.000Z',
      `${iso(now)}Z`,
    ],
  ],
  'Expiration Time': ({ now }) => ['', 'never', iso(now - MINUTE), iso(0), '2026-02-30T00:00:00.000Z'],
  'Not Before': ({ now }) => ['', 'always', iso(now + 10 * MINUTE), iso(now + 366 * 1440 * MINUTE)],
};

/** The address with its checksum broken: the case of each letter is the opposite. */
const swapCase = (address: string): string =>
  `0x${address.slice(2).replace(/[a-f]|[A-F]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))}`;

/** Whole texts that are not the correct message although all their fields are correct. */
function wrongTexts(lines: readonly string[]): [string, string][] {
  const text = lines.join('\n');
  const at = (i: number, change: (line: string) => string) =>
    lines.map((line, j) => (i === j ? change(line) : line)).join('\n');
  const each = (what: string, make: (i: number) => string, from = 0): [string, string][] =>
    lines.flatMap((line, i) => (line === '' || i < from ? [] : [[`${what} line ${i}`, make(i)]]));
  /** From the URI on, lines are fields. */
  const first = 5;
  return [
    // Without a statement, the message is a different valid one, and likewise without the two times.
    ...each('without', (i) => lines.filter((_, j) => j !== i).join('\n')).filter(
      ([name]) => !/ (3|10|11)$/.test(name),
    ),
    ...each('twice', (i) => lines.toSpliced(i, 0, lines[i] ?? '').join('\n')),
    ...each(
      'swapped',
      (i) => lines.toSpliced(i, 2, lines[i + 1] ?? '', lines[i] ?? '').join('\n'),
      first,
    ).slice(0, -1),
    ...each(
      'lower-case label',
      (i) => at(i, (line) => line.replace(/^[^:]+/, (label) => label.toLowerCase())),
      first,
    ),
    ...each(
      'upper-case label',
      (i) => at(i, (line) => line.replace(/^[^:]+/, (label) => `${label} `.toUpperCase())),
      first,
    ),
    ...each('no space', (i) => at(i, (line) => line.replace(': ', ':')), first),
    ...each('wide colon', (i) => at(i, (line) => line.replace(': ', '： ')), first),
    ...each('no-break space', (i) => at(i, (line) => line.replace(' ', '\u00a0')), first),
    ...each('trailing space', (i) => at(i, (line) => `${line} `), first),
    ...each('invisible character', (i) => at(i, (line) => `${line}\u200b`), first),
    ...([
      ['a newline before', `\n${text}`],
      ['a newline after', `${text}\n`],
      ['a space before', ` ${text}`],
      ['a byte order mark', `\ufeff${text}`],
      ['carriage returns', lines.join('\r\n')],
      ['tabs', text.replaceAll(' ', '\t')],
      ['a right-to-left override', text.replace('Sign in', '\u202eSign in')],
      ['NUL', text.replace('Sign in', 'Sign\u0000in')],
      ['no empty lines', lines.filter(Boolean).join('\n')],
      ['a second empty line', text.replace('\n\n', '\n\n\n')],
      ['a statement of two lines', text.replace('Adit.', 'Adit.\nAnd more.')],
      ['a statement with fields', text.replace('Adit.', 'Adit.\n\nURI: https://evil.example\nVersion: 1')],
      ['another field', `${text}\nAmount: 1`],
      ['a request and a field', `${text}\nRequest ID: 1\nNonce: abcdefgh12345678`],
      ['resources that are none', `${text}\nResources:\n- not a uri`],
      ['resources without a dash', `${text}\nResources:\nhttps://x.example`],
      ['two messages', `${text}\n\n${text}`],
      ['another chain', text.replace('Ethereum account', 'Solana account')],
      ['another sentence', text.replace('wants you to sign in', 'would like you to sign in')],
      ['a question mark for a colon', text.replace('account:', 'account?')],
      ['JSON', JSON.stringify({ message: text })],
      ['HTML', `<p>${text}</p>`],
      ['decomposed letters', text.replace('Adit', 'A\u0301dit')],
      ['a very long statement', text.replace('Adit.', 'x'.repeat(4000))],
    ] satisfies [string, string][]),
  ];
}

/** Signatures that are not the wallet's signature of this text. */
async function wrongSignatures(wallet: Signer, text: string): Promise<[string, string][]> {
  const own = await wallet.signMessage(text);
  const digest = new SigningKey(wallet.privateKey).sign(id(text)).serialized;
  const other = Wallet.createRandom();
  const [r, s] = [own.slice(2, 66), own.slice(66, 130)];
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const high = (order - BigInt(`0x${s}`)).toString(16).padStart(64, '0');
  return [
    ['of another wallet', await other.signMessage(text)],
    ['of another text', await wallet.signMessage(`${text} `)],
    ['of the bare hash', digest],
    ['of the hash as text', await wallet.signMessage(hashMessage(text))],
    ['empty', '0x'],
    ['zeros', `0x${'00'.repeat(65)}`],
    ['ones', `0x${'ff'.repeat(65)}`],
    ['with s above half the order', `0x${r}${high}${own.endsWith('1b') ? '1c' : '1b'}`],
    ['with another v', `0x${r}${s}1d`],
    ['with the opposite v', `0x${r}${s}${own.endsWith('1b') ? '1c' : '1b'}`],
    ['with r and s exchanged', `0x${s}${r}${own.slice(130)}`],
    ['a byte longer', `${own}00`],
    ['two bytes shorter', own.slice(0, -4)],
    ['of half a byte', own.slice(0, -1)],
    ['without 0x', own.slice(2)],
    ['in base64', Buffer.from(own.slice(2), 'hex').toString('base64')],
    ['wrapped for a contract that is not there (EIP-6492)', `0x${'00'.repeat(96)}${'6492'.repeat(16)}`],
    ['of a contract, 8 KiB', `0x${'ab'.repeat(8192)}`],
    ['longer than any', `0x${'ab'.repeat(8193)}`],
  ];
}

type Signer = ReturnType<typeof Wallet.createRandom>;

/** Messages that are correct in another way: the rules must not refuse them. */
const rightTexts = (lines: readonly string[]): [string, string][] => {
  const text = lines.join('\n');
  return [
    ['as it is', text],
    ['without a statement', lines.toSpliced(3, 1).join('\n')],
    ['another statement', text.replace('Sign in to Adit.', 'Hello')],
    ['without the two times', lines.slice(0, -2).join('\n')],
    ['with a request id', `${text}\nRequest ID: 1`],
    ['with resources', `${text}\nResources:\n- https://x.example/a`],
  ];
};

interface SignInReport {
  readonly refused: number;
  readonly problems: string[];
}

const AT_ONCE = 8;

/** Tries every vector against a server. */
export async function signIns({ url }: Target): Promise<SignInReport> {
  const api: Client = client(url);
  const { host, port, origin } = new URL(url);
  const { chainId } = await ask(api, 'GET /api/assets/list', {});
  const problems: string[] = [];
  let refused = 0;

  const rightFor = async (wallet: Signer, usedNonce: string): Promise<Right> => {
    const { nonce } = await ask(api, 'GET /api/auth/nonce', {});
    return { host, port, origin, address: wallet.address, chainId, nonce, usedNonce, now: Date.now() };
  };
  const login = (message: string, signature: string) =>
    api.call('POST /api/auth/login', { message, signature });
  async function expectRefused(name: string, message: string, signature: string): Promise<void> {
    const { status, code, text } = await login(message, signature);
    if (status === 400 && [400, 1003, 1004].includes(code)) refused += 1;
    else problems.push(`${name}: ${status} ${text.slice(0, 200)}\n${message}`);
  }

  const owner = Wallet.createRandom();
  const used = await rightFor(owner, '');
  for (const [name, text] of rightTexts(linesOf(fieldsOf(used)))) {
    const right = await rightFor(owner, '');
    const message = text.replace(used.nonce, right.nonce);
    const { code } = await login(message, await owner.signMessage(message));
    if (code !== 0) problems.push(`the right message ${name} is refused with ${code}`);
    await expectRefused(`replayed, ${name}`, message, await owner.signMessage(message));
  }
  const spent = await rightFor(owner, '');
  const last = linesOf(fieldsOf(spent)).join('\n');
  await login(last, await owner.signMessage(last));

  /** Makes the vector's text from a correct message with a fresh nonce. */
  type Vector = [name: string, make: (right: Right) => string];
  const sample = { ...spent, usedNonce: spent.nonce };
  const vectors: Vector[] = [
    ...(Object.keys(WRONG_VALUES) as (keyof Fields)[]).flatMap((field) =>
      (WRONG_VALUES[field]?.(sample) ?? []).map((value, i): Vector => [
        `${field} “${value}”`,
        (right) => linesOf({ ...fieldsOf(right), [field]: WRONG_VALUES[field]?.(right)[i] ?? '' }).join('\n'),
      ]),
    ),
    ...wrongTexts(linesOf(fieldsOf(sample))).map(([name], i): Vector => [
      name,
      (right) => wrongTexts(linesOf(fieldsOf(right)))[i]?.[1] ?? '',
    ]),
  ];
  const work = async () => {
    for (let next = vectors.shift(); next; next = vectors.shift()) {
      const [name, make] = next;
      const right = await rightFor(owner, spent.nonce);
      const message = make(right);
      await expectRefused(name, message, await owner.signMessage(message));
      const signature = await owner.signMessage(linesOf(fieldsOf(right)).join('\n'));
      await expectRefused(`${name}, altered after signing`, message, signature);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const right = await rightFor(owner, spent.nonce);
  const message = linesOf(fieldsOf(right)).join('\n');
  for (const [name, signature] of await wrongSignatures(owner, message))
    await expectRefused(`a signature ${name}`, message, signature);
  return { refused, problems };
}
