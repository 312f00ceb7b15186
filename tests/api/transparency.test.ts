/**
 * Transparency over HTTP: the books say what people see, the tree of the night holds everybody's balances, and a
 * proof read anew by this file's own few lines leads to the published root, for its account alone.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Output } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { checkProof, proves } from '#proofs/proof.ts';
import { type App, startApp } from '#tests/support/app.ts';
import * as bank from '#tests/support/bank.ts';
import * as growing from '#tests/support/growing.ts';
import { client } from '#tests/support/http.ts';
import { type Devnet, devnetOf } from '#tests/support/money.ts';
import { DAY, type Person, UNLIMITED, ask, newcomer } from '#tests/support/person.ts';

type Books = Output<'GET /api/transparency'>;
type Proof = Output<'GET /api/transparency/proof'>;
type Amounts = Readonly<Record<string, string>>;

/** The rule of the tree once more, in the words of the page. */
const sha = (...parts: (Buffer | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const bytes = (hex: string) => Buffer.from(hex.slice(2), 'hex');
const textOf = (amounts: Amounts) =>
  `${Object.entries(amounts)
    .map(([coin, amount]) => `${coin}=${toUnits(amount)}`)
    .toSorted()
    .join(';')}\n`;
const plus = (one: Amounts, other: Amounts): Amounts =>
  Object.entries(other).reduce<Record<string, string>>(
    (sum, [coin, amount]) => ({ ...sum, [coin]: growing.plus(sum[coin] ?? '0', amount) }),
    { ...one },
  );
function rootOf({ leaf, path }: Proof) {
  let hash = sha(Buffer.of(0), bytes(leaf.nonce), bytes(leaf.address), textOf(leaf.balances));
  let sums: Amounts = leaf.balances;
  for (const beside of path) {
    const [own, other] = [
      [hash, textOf(sums)],
      [bytes(beside.hash), textOf(beside.sums)],
    ] as const;
    hash = beside.side === 'left' ? sha(Buffer.of(1), ...other, ...own) : sha(Buffer.of(1), ...own, ...other);
    sums = plus(sums, beside.sums);
  }
  return { root: `0x${hash.toString('hex')}`, sums: textOf(sums) };
}

let app: App;
let devnet: Devnet;
let ann: Person;
let ben: Person;

const books = () => ask(client(app.url), 'GET /api/transparency', {});
const proofOf = ({ api }: Person) => ask(api, 'GET /api/transparency/proof', {});
const newTree = (root: string | null) =>
  vi.waitFor(
    async () => {
      const now = await books();
      expect(now.root).not.toBe(root);
      return now;
    },
    { timeout: 20_000, interval: 100 },
  );
const assetOf = ({ assets }: Books, coin: string) => {
  const asset = assets.find((one) => one.coin === coin);
  if (!asset) throw new Error(`no ${coin}`);
  return asset;
};

beforeAll(async () => {
  app = await startApp({ withoutPage: true, env: { ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: '0' } });
  devnet = await devnetOf(app);
  [ann, ben] = (await bank.richPeople(app.url, devnet, [
    { ADIT: '100', USDT: '50' },
    { ADIT: '0.000000000000000007' },
  ])) as [Person, Person];
});
afterAll(async () => {
  devnet?.close();
  await app?.stop();
});

test('liabilities are what people see and have staked, and the books are balanced', async () => {
  await ask(ann.api, 'POST /api/stake/stake', { amount: '40' });
  const held = await Promise.all([ann, ben].map(({ api }) => bank.balances(api)));
  const all = (coin: string) => growing.sum(held.map((of) => of[coin] ?? '0'));
  const published = await vi.waitFor(
    async () => {
      const now = await books();
      expect(assetOf(now, 'ADIT').accounts['staked']).toBe('40');
      return now;
    },
    { timeout: 20_000, interval: 200 },
  );
  expect(published.ledgerBalanced).toBe(true);
  for (const coin of ['ADIT', 'USDT']) {
    const { liabilities, users, custody, accounts } = assetOf(published, coin);
    expect([coin, users]).toEqual([coin, all(coin)]);
    expect(liabilities).toBe(growing.plus(all(coin), coin === 'ADIT' ? '40' : '0'));
    const signed = Object.values(accounts).reduce(
      (sum, amount) => sum + (amount.startsWith('-') ? -toUnits(amount.slice(1)) : toUnits(amount)),
      toUnits(users),
    );
    expect([coin, signed]).toEqual([coin, 0n]);
    // What was deposited lies in the treasury, with what a demo starts with: as the books say, but for ADIT's own supply.
    if (coin === 'USDT') expect(`-${custody}`).toBe(accounts['custody']);
    else expect(toUnits(custody ?? '0')).toBeGreaterThan(toUnits(all('ADIT')));
  }
  expect(fromUnits(-toUnits(assetOf(published, 'ADIT').issued))).toBe(
    assetOf(published, 'ADIT').accounts['issuance'],
  );
  expect(assetOf(published, 'USDT').issued).toBe('0');
});

test('the tree of the night proves everybody, to who reads it anew', async () => {
  const first = await newTree(null);
  await growing.pass(app.url, DAY, ann, ben);
  const published = await newTree(first.root);
  const { tree } = published;
  if (!tree) throw new Error('no tree');
  expect(tree).toMatchObject({ root: published.root, leaves: 2 });
  expect(Date.parse(published.nextTreeAt) % (DAY * 1000)).toBe(16 * 3_600_000);
  for (const person of [ann, ben]) {
    const proof = await proofOf(person);
    expect(proof).toMatchObject({ root: tree.root, asOf: tree.asOf });
    expect(proof.leaf.address).toBe(person.wallet.address.toLowerCase());
    expect(rootOf(proof)).toEqual({ root: tree.root, sums: textOf(tree.sums) });
    expect(proves(checkProof(proof, tree, person.wallet.address))).toBe(true);
  }
  // What has been staked is not in the balance, and what it has paid may be of the same minute as the tree.
  const [mine, bens] = [await proofOf(ann), await proofOf(ben)];
  expect(mine.leaf.balances).toMatchObject({
    USDT: '50',
    ADIT: expect.stringMatching(/^60(\.04)?$/) as string,
  });
  expect(bens.leaf.balances).toEqual({ ADIT: '0.000000000000000007' });
});

test("another account's proof fails, and so does one with a changed balance", async () => {
  const [proof, { tree }] = [await proofOf(ann), await books()];
  if (!tree) throw new Error('no tree');
  expect(proves(checkProof(proof, tree, ben.wallet.address))).toBe(false);
  const more = { ...proof, leaf: { ...proof.leaf, balances: { ...proof.leaf.balances, USDT: '51' } } };
  expect(proves(checkProof(more, tree, ann.wallet.address))).toBe(false);
  expect(rootOf(more).root).not.toBe(tree.root);
  const less = { ...proof, path: proof.path.map((beside) => ({ ...beside, sums: {} })) };
  expect(proves(checkProof(less, tree, ann.wallet.address))).toBe(false);
  expect(await client(app.url).call('GET /api/transparency/proof', {})).toMatchObject({ status: 401 });
});

test('who came since is told to wait, and earlier roots stay as they were', async () => {
  const late = await newcomer(app.url);
  expect(await late.api.call('GET /api/transparency/proof', {})).toMatchObject({ status: 404, code: 404 });
  const before = await ask(client(app.url), 'GET /api/transparency/roots', {});
  const { root } = await books();
  // Three days at once are one tree.
  await growing.pass(app.url, 3 * DAY, ann, ben, late);
  await newTree(root);
  const after = await growing.walk(1, (query) => ask(client(app.url), 'GET /api/transparency/roots', query));
  expect(after.slice(1)).toEqual(before.items);
  expect(
    proves(checkProof(await proofOf(late), after[0] as Books['tree'] & object, late.wallet.address)),
  ).toBe(true);
});
