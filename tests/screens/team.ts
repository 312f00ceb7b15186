// The team in the pictures: two direct members, one of them verified with output, and a member below that one.
import type { App } from '#tests/support/app.ts';
import { type Client, client } from '#tests/support/http.ts';
import { CHAIN_ID, ask, verify } from '#tests/support/person.ts';
import { signIn } from '#tests/support/wallet.ts';

async function invite({ url }: App, api: Client): Promise<Client> {
  const { inviteCode } = (await api.call('GET /api/user/info', {})).data;
  return (await signIn(client(url), { chainId: CHAIN_ID, publicUrl: url, inviteCode })).api;
}

/** Resolves with the member who has ADIT to stake; a day passes in the meantime. */
export async function makeTeam(app: App, api: Client): Promise<Client> {
  const member = await invite(app, api);
  await invite(app, api);
  await invite(app, member);
  await verify(member);
  await ask(member, 'POST /api/mining/claim1', {});
  await ask(member, 'POST /api/demo/skip', { seconds: 24 * 3600 });
  await ask(member, 'POST /api/mining/claim', {});
  return member;
}
