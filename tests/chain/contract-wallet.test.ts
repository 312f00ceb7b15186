/** Sign-in by a contract wallet deployed on a devnet (EIP-1271). */
import { JsonRpcProvider, Wallet } from 'ethers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creationCode } from '#server/chain/contracts/artifacts.ts';
import { type App, startApp } from '#tests/support/app.ts';
import { type Client, client } from '#tests/support/http.ts';
import { CHAIN_ID, UNLIMITED, ask, expectOnce, newcomer } from '#tests/support/person.ts';
import { signInMessage } from '#tests/support/wallet.ts';

const LOGIN = 'POST /api/auth/login';

let app: App;
let guest: Client;
const owner = Wallet.createRandom();
let address = '';

beforeAll(async () => {
  app = await startApp({ withoutPage: true, env: UNLIMITED });
  guest = client(app.url);
  await ask(guest, 'POST /api/demo/faucet', { address: owner.address });
  const { rpcUrl, chainId } = await ask(guest, 'GET /api/assets/list', {});
  expect(chainId).toBe(CHAIN_ID);
  const chain = new JsonRpcProvider(rpcUrl, chainId, { staticNetwork: true, pollingInterval: 100 });
  const deploy = await owner
    .connect(chain)
    .sendTransaction({ data: creationCode('TestWallet', [owner.address]) });
  address = (await deploy.wait(1, 20_000))?.contractAddress ?? '';
  chain.destroy();
});
afterAll(() => app?.stop());

const newMessage = async () => {
  const { nonce } = await ask(guest, 'GET /api/auth/nonce', {});
  return signInMessage(address, nonce, { chainId: CHAIN_ID, publicUrl: app.url });
};
const signedBy = async (wallet: Pick<Wallet, 'signMessage'>, message: string, text = message) =>
  guest.call(LOGIN, { message, signature: await wallet.signMessage(text) });

test('a contract wallet signs in with its owner’s signature (EIP-1271), into its own account', async () => {
  const first = await signedBy(owner, await newMessage());
  expect(first).toMatchObject({ code: 0, data: { isFirst: true, user: { address } } });
  expect((await signedBy(owner, await newMessage())).data.isFirst).toBe(false);
  expect((await newcomer(app.url, { wallet: owner })).isFirst).toBe(true);
});

test('a contract wallet is refused with any other signature or text', async () => {
  expect((await signedBy(Wallet.createRandom(), await newMessage())).code).toBe(1003);
  const message = await newMessage();
  expect((await signedBy(owner, message, message.replace('costs', 'cost'))).code).toBe(1003);
});

test('the chain is asked once for each nonce, whatever it answers', async () => {
  const refused = await newMessage();
  expect((await signedBy(Wallet.createRandom(), refused)).code).toBe(1003);
  expect((await signedBy(owner, refused)).code).toBe(1004);
  const message = await newMessage();
  const answers = await Promise.all(Array.from({ length: 8 }, () => signedBy(owner, message)));
  expectOnce(answers, 1004);
});
