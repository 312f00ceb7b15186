/** The operator's check: what it prints, and when it fails. */
import { describe, expect, test } from 'vitest';
import type { Draw } from '#server/chain/draws/draws.repository.ts';
import { NodeUnreachable, RpcError } from '#server/chain/rpc.ts';
import { CommandError } from '#server/operator/protocol.ts';
import { CHAIN_ID, vectorOf, type World, worldOf } from '#tests/draws/node.ts';
import { type VerifyDeps, verifyCommands } from './verify.commands.ts';

const drawOf = ({ claim }: World): Draw => ({
  ...{ id: claim.round, game: 'race', drawsAt: new Date(0), rule: claim.rule, seedHash: claim.seedHash },
  ...{ wanted: true, state: 'drawn', finishedAt: new Date(0), result: claim },
});

/** Runs the command against fakes; the given parts replace the defaults. */
function verify(world: World, changed: Partial<VerifyDeps> = {}, asked: string[] = []) {
  const { claim } = world;
  const call = async (method: string, params: readonly unknown[] = []) => {
    const questions = [{ id: '', method, params }] as unknown as Parameters<World['ask']>[0];
    return (await world.ask(questions))[0]?.result;
  };
  const [command] = verifyCommands({
    chainId: CHAIN_ID,
    draw: async (id) => (id === claim.round ? drawOf(world) : undefined),
    result: async () => claim.result,
    node: (url) => {
      asked.push(url ?? 'own');
      return { call: call as never };
    },
    ...changed,
  });
  return (...args: string[]) => command?.run(args, 'operator').then(({ text }) => text);
}

const world = () => worldOf(vectorOf());
const { claim } = world();
const refused = async (work: Promise<unknown> | undefined): Promise<string> => {
  const error = await Promise.resolve(work).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof CommandError) return error.message;
  throw new Error(`no refusal: ${String(error)}`);
};

test('a draw that matches is shown step by step', async () => {
  const asked: string[] = [];
  const run = verify(world(), {}, asked);
  const text = await run(claim.round);
  const lines = text?.split('\n') ?? [];
  expect(lines).toHaveLength(11);
  expect(lines.slice(0, -1).every((line) => line.startsWith('ok '))).toBe(true);
  expect(lines.at(-1)).toBe(`${claim.round} matches`);
  expect(await run(claim.round.slice('race:'.length))).toBe(text);
  expect(await run(claim.round, 'https://node.example')).toBe(text);
  expect(asked).toEqual(['own', 'own', 'https://node.example']);
});

describe('the command fails', () => {
  test('if something differs, and shows both values', async () => {
    const wrong = claim.result.toReversed();
    const text = await refused(verify(world(), { result: async () => wrong })(claim.round));
    expect(text).toContain(
      `DIFFERS      result       claimed ${wrong.join(' ')}, found ${claim.result.join(' ')}`,
    );
    expect(text).toContain(`${claim.round} does NOT match`);
  });
  test('if the node does not say enough', async () => {
    const away = world();
    away.blocks.clear();
    const text = await refused(verify(away)(claim.round));
    expect(text).toContain('not checked  block');
    expect(text).toContain('could not be checked in full');
  });
  test('if the node does not answer or refuses', async () => {
    for (const error of [
      new NodeUnreachable('no answer'),
      new RpcError('eth_chainId', { code: 1, message: 'limit' }),
    ]) {
      const call = () => Promise.reject(error);
      const text = await refused(verify(world(), { node: () => ({ call }) })(claim.round));
      expect(text).toContain('the node could not be read');
    }
  });
  test('if there is nothing to check, and says why', async () => {
    const run = verify(world());
    expect(await refused(run())).toContain('name a round');
    expect(await refused(run('chess:1'))).toContain('name a round');
    expect(await refused(run(claim.round, 'node'))).toContain('not the address');
    expect(await refused(run('race:42'))).toBe('race:42 is not known here');
    const unsettled = verify(world(), { result: async () => null });
    expect(await refused(unsettled(claim.round))).toContain('not settled');
    const drawn = drawOf(world());
    const nothing = verify(world(), { draw: async () => ({ ...drawn, state: 'void', result: null }) });
    expect(await refused(nothing(claim.round))).toContain('its draw is void');
  });
});
