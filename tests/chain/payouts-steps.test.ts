// What one pass of the payouts worker does when the node objects or somebody interferes partway, how often it asks,
// and whom it notifies: the log with payout and trace, the operator's alerts, the account's pages.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { endow, sender } from '#server/chain/devnet/sender.ts';
import { addAttempt, approve, dismiss, storeSigned } from '#server/chain/payouts/payouts.repository.ts';
import { MAX_ATTEMPTS, WINDOW } from '#server/chain/payouts/payouts.rules.ts';
import { NodeUnreachable, RpcError } from '#server/chain/rpc.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { CHAIN_ID } from '#tests/support/devnet.ts';
import { COIN } from '#tests/support/ledger.ts';
import { payoutFixture } from '#tests/support/payout-fixture.ts';
import * as pay from '#tests/support/payouts.ts';

const h = payoutFixture();
const stateOf = async (id: bigint) => (await h.payout(id)).state;
const tries = async (id: bigint) => (await pay.attemptsOf(h.db, id)).length;
const alertsOf = (key: string) => pay.alertsOf(h.db, key);
const forget = (id: bigint) => dismiss(h.db, id, { reason: 'the end of the test' }, systemClock.now());

const refusing = (words: string) => (method: string) => {
  if (method === 'eth_sendRawTransaction') throw new RpcError(method, { code: -32_000, message: words });
};

describe('the log names payout and trace, and the account’s pages are told,', () => {
  test('of what was sent, raised and confirmed', async () => {
    const uuid = randomUUID();
    const { worker, log, notified } = await h.watched({ replaceAfterMs: 0 });
    const id = await h.order({ trace: uuid });
    const name = { payout: String(id), trace: uuid.replaceAll('-', '') };
    await worker.look();
    expect([log, notified]).toEqual([[['info', name, 'payout sent']], [h.user, h.user]]);
    await worker.look();
    expect(log.slice(1)).toEqual([
      ['warn', { ...name, gasPrice: '1' }, 'a payout waits; sent at a higher price'],
    ]);
    expect(notified).toHaveLength(3);
    await h.finalise(worker);
    expect(log.slice(2)).toEqual([['info', name, 'payout confirmed']]);
    expect(notified).toHaveLength(4);
  });

  test('of one that the token refuses, and of one that fails on the chain', async () => {
    const { worker, log, notified } = await h.watched();
    const refused = await h.order({ address: `0x${'0'.repeat(40)}` });
    await worker.look();
    const reason = 'the token does not take this transfer';
    expect(log).toEqual([['warn', { payout: String(refused), trace: undefined, reason }, 'payout failed']]);
    expect(notified).toEqual([h.user]);
    const token = h.devnet.passport.tokens['USDT'] ?? '';
    const code = await h.devnet.rpc.call('eth_getCode', [token, 'latest']);
    const failed = await h.order();
    await worker.look();
    await h.devnet.rpc.call('anvil_setCode', [token, '0x5f5ffd']);
    await h.finalise(worker);
    await h.devnet.rpc.call('anvil_setCode', [token, code]);
    expect(log.at(-1)).toEqual(['warn', { payout: String(failed), trace: undefined }, 'payout failed']);
  });

  test('of what the node objects to, once for the same words', async () => {
    let words = 'insufficient funds for transfer';
    const { worker, log } = await h.watched({}, (method) => refusing(words)(method));
    const id = await h.order();
    const refusal = (said: string) => [
      'warn',
      { payout: String(id), trace: undefined, words: `eth_sendRawTransaction: ${said}` },
      'the node refuses a payout',
    ];
    await worker.look();
    await worker.look();
    expect([log, await stateOf(id)]).toEqual([[refusal(words)], 'signed']);
    words = 'txpool is full';
    await worker.look();
    words = 'nonce too low';
    await worker.look();
    expect(log.slice(1)).toEqual([refusal('txpool is full')]);
    await h.worker.look();
    await h.finalise();
    expect(await stateOf(id)).toBe('confirmed');
  });
});

describe('a payout that waits', () => {
  test('is not replaced before its time', async () => {
    const { worker } = await h.watched();
    const id = await h.order();
    await worker.look();
    await worker.look();
    expect(await tries(id)).toBe(1);
    await h.finalise(worker);
  });

  test('is raised although the node refuses it now, if the node took it before', async () => {
    let refuses = false;
    const { worker } = await h.watched({ replaceAfterMs: 0 }, (method) =>
      refuses ? refusing('insufficient funds')(method) : undefined,
    );
    const id = await h.order();
    await worker.look();
    refuses = true;
    await worker.look();
    expect([await tries(id), await h.alerts()]).toEqual([2, []]);
    refuses = false;
    await h.finalise(worker);
    expect(await stateOf(id)).toBe('confirmed');
  });

  test('is raised if the node says that its nonce is used but no block shows it', async () => {
    const { worker } = await h.watched({ replaceAfterMs: 0 }, refusing('nonce too low'));
    const id = await h.order();
    await worker.look();
    await worker.look();
    expect([await tries(id), await h.alerts()]).toEqual([2, []]);
    await h.worker.look();
    await h.finalise();
    expect(await stateOf(id)).toBe('confirmed');
  });

  test('counts as sent even if its sender died after the node took it and before that was stored', async () => {
    const { worker, log } = await h.watched();
    const id = await h.order();
    await worker.look();
    await sql`update payouts set state = 'signed' where id = ${id}`.execute(h.db);
    await worker.look();
    expect([await stateOf(id), log]).toEqual(['broadcast', [expect.anything(), expect.anything()]]);
    await h.finalise(worker);
  });

  test('is confirmed even if it is in a block before that was stored', async () => {
    const id = await h.order();
    await h.worker.look();
    await sql`update payouts set state = 'signed' where id = ${id}`.execute(h.db);
    await h.finalise();
    expect(await stateOf(id)).toBe('confirmed');
  });

  test('has all its attempts again on another nonce', async () => {
    const { worker } = await h.watched({ replaceAfterMs: 0 });
    const id = await h.order();
    await worker.look();
    const payout = await h.payout(id);
    for (let n = 0; n < MAX_ATTEMPTS; n += 1) {
      const signed = { hash: `0x${String(n).padStart(64, 'c')}`, raw: '0x' };
      await addAttempt(h.db, { payout, nonce: 99n, gasPrice: 1n, signed, at: new Date() });
    }
    await worker.look();
    expect([await tries(id), await h.alerts()]).toEqual([MAX_ATTEMPTS + 2, []]);
    await h.finalise(worker);
    expect(await stateOf(id)).toBe('confirmed');
  });

  test('is reported to the operator with the reason once its price cannot be raised further', async () => {
    const { worker, log } = await h.watched({ replaceAfterMs: 0 });
    const id = await h.order();
    for (let look = 0; look < MAX_ATTEMPTS + 1; look += 1) await worker.look();
    const detail = `payout ${id} waits for a block: its price cannot be raised further`;
    expect(log.at(-1)).toEqual(['error', { payout: String(id), trace: undefined }, detail]);
    await h.finalise(worker);
    expect(await alertsOf(String(id))).toEqual([{ detail, cleared_by: 'payouts' }]);
  });

  test('is not reported if it has been confirmed and the chain has returned to an older state', async () => {
    const { worker } = await h.watched({ replaceAfterMs: 0 });
    const snapshot = await h.devnet.rpc.call('evm_snapshot');
    const id = await h.order();
    for (let look = 0; look < MAX_ATTEMPTS; look += 1) await worker.look();
    await h.finalise(worker);
    await h.devnet.rpc.call('evm_revert', [snapshot]);
    // The chain is read for as long as something is open.
    const next = await h.order();
    await worker.look();
    expect([await tries(id), await h.alerts()]).toEqual([MAX_ATTEMPTS, []]);
    await h.finalise(worker);
    expect(await h.states(id, next)).toEqual(['confirmed', 'confirmed']);
  });

  test('is an error without the transaction that was signed for it', async () => {
    const id = await h.order();
    await h.worker.look();
    const [attempt] = await pay.attemptsOf(h.db, id);
    if (!attempt) throw new Error('nothing was signed');
    await h.db.deleteFrom('payout_attempts').where('payout_id', '=', id).execute();
    await expect(h.worker.look()).rejects.toThrow(`payout ${id} lacks the transaction`);
    await h.db.insertInto('payout_attempts').values(attempt).execute();
    await h.finalise();
    expect(await stateOf(id)).toBe('confirmed');
  });
});

describe('what happens in the middle of a pass', () => {
  test('a halt: nothing is signed, neither this payout nor the next one', async () => {
    const { worker } = await h.watched({}, async (method) => {
      if (method === 'eth_estimateGas') await h.worker.halt('now');
    });
    const ids = [await h.order(), await h.order()];
    await worker.look();
    expect(await h.states(...ids)).toEqual(['requested', 'requested']);
    expect(await h.alerts()).toEqual([`payouts_halted ${h.wallet.address}`]);
    await h.worker.resume('olga');
    await h.worker.look();
    await h.finalise();
    expect(await h.states(...ids)).toEqual(['confirmed', 'confirmed']);
  });

  test('a halt: nothing is replaced', async () => {
    let halts = false;
    const { worker } = await h.watched({ replaceAfterMs: 0 }, async (method) => {
      if (halts && method === 'eth_gasPrice') await h.worker.halt('now');
    });
    const id = await h.order();
    await worker.look();
    halts = true;
    await worker.look();
    expect(await tries(id)).toBe(1);
    await h.worker.resume('olga');
    await h.finalise();
  });

  test('another process replaces the same one: it is replaced once', async () => {
    const other = await h.open({ replaceAfterMs: 0 });
    let replaces = false;
    const { worker, log } = await h.watched({ replaceAfterMs: 0 }, async (method) => {
      if (replaces && method === 'eth_gasPrice') await other.look();
    });
    const id = await h.order();
    await worker.look();
    [replaces, log.length] = [true, 0];
    await worker.look();
    expect([await tries(id), log]).toEqual([2, []]);
    await h.finalise();
  });

  test('another process books the same one: it is booked and told of once', async () => {
    const { worker, log, notified } = await h.watched({}, async (_, [tag]) => {
      if (tag === 'finalized') await h.worker.look();
    });
    const id = await h.order();
    await worker.look();
    log.length = notified.length = 0;
    await h.finalise(worker);
    expect([await stateOf(id), log, notified]).toEqual(['confirmed', [], []]);
    expect(await pay.entriesOf(h.db, id)).toHaveLength(5);
  });

  test.each([-1n, 1n])(
    'another process takes the nonce: with one that is off by %d, nothing is stored',
    async (off) => {
      const [first, second] = [await h.order(), await h.order({ approved: false })];
      await h.worker.look();
      await approve(h.db, second, 'olga', systemClock.now());
      const payout = await h.payout(second);
      const signed = { hash: `0x${'ab'.repeat(32)}`, raw: '0x' };
      const late = { payout, wallet: h.wallet.address, nonce: 1n + off, gasPrice: 1n, signed };
      expect(await storeSigned(h.db, { ...late, at: new Date() })).toBeNull();
      expect(await tries(second)).toBe(0);
      await h.worker.look();
      await h.finalise();
      expect(await h.states(first, second)).toEqual(['confirmed', 'confirmed']);
    },
  );

  test('a rejection by the operator: refunded once', async () => {
    let id = 0n;
    const { worker, log } = await h.watched({}, async (method) => {
      if (method === 'eth_estimateGas')
        await dismiss(h.db, id, { reason: 'no', by: 'olga' }, systemClock.now());
    });
    // Ordered only now: a worker looks once as soon as it is opened.
    id = await h.order({ address: `0x${'0'.repeat(40)}` });
    await worker.look();
    expect(await h.payout(id)).toMatchObject({ state: 'failed', reason: 'no', rejected_by: 'olga' });
    expect([(await pay.entriesOf(h.db, id)).length, log]).toEqual([6, []]);
  });

  test('the node is gone: the pass fails, and no alert blames the coin', async () => {
    const { worker } = await h.watched({}, (method) => {
      if (method === 'eth_estimateGas') throw new NodeUnreachable('no answer');
    });
    const id = await h.order();
    await expect(worker.look()).rejects.toThrow('no answer');
    expect(await h.alerts()).toEqual([]);
    await h.worker.look();
    await h.finalise();
    expect(await stateOf(id)).toBe('confirmed');
  });

  test('foreign transactions are pending, in a wallet that was halted before its first payout', async () => {
    await h.worker.halt('first');
    await h.worker.resume('olga');
    await sender(h.devnet.rpc, h.wallet, CHAIN_ID).send([{ to: h.wallet.address, gasLimit: 21_000 }]);
    const { worker, log } = await h.watched();
    const id = await h.order();
    await worker.look();
    expect([await stateOf(id), log]).toEqual([
      'requested',
      [['warn', 'the hot wallet has transactions under way that are not ours; payouts wait for them']],
    ]);
    await pay.mine(h.devnet);
    await worker.look();
    await h.finalise(worker);
    expect(await stateOf(id)).toBe('confirmed');
  });
});

describe('a hot wallet that lacks something', () => {
  const tokenOf = (coin: string) => h.devnet.passport.tokens[coin] ?? '';

  test('is asked about as many payouts of a coin as may wait for a block, and about other coins all the same', async () => {
    const { worker, log, asked } = await h.watched();
    const btc = await pay.richUser(h.db, ['BTC']);
    await pay.mint(h.devnet, h.wallet.address, 'BTC', COIN);
    const large = await h.order({ user: btc, coin: 'BTC', amount: 100n * COIN });
    const poor: bigint[] = [];
    for (let n = 0; n < WINDOW + 2; n += 1) poor.push(await h.order({ coin: 'ETH' }));
    const small = await h.order({ user: btc, coin: 'BTC', amount: 2n * COIN });
    await worker.look();
    const asks = (coin: string) => asked.filter((call) => call === `eth_call ${tokenOf(coin)}`).length;
    expect([asks('ETH'), asks('BTC')]).toEqual([WINDOW, 2]);
    expect(await h.states(large, small)).toEqual(['requested', 'broadcast']);
    const [missing, ...more] = (await alertsOf('ETH')).filter(({ cleared_by: by }) => by === null);
    expect([missing?.detail, more]).toEqual([expect.stringContaining(`payout ${poor[0]} needs`), []]);
    expect(log).toContainEqual(['warn', { detail: missing?.detail }, 'payouts wait']);
    for (const id of [large, ...poor]) await forget(id);
    await h.finalise(worker);
    await worker.look();
    expect((await alertsOf('BTC')).map(({ cleared_by: by }) => by)).toEqual(['payouts']);
  });

  test('is not asked again once it lacks gas', async () => {
    await endow(h.devnet.rpc, h.wallet.address, 1000n);
    const { worker, asked } = await h.watched({}, (method) =>
      method === 'eth_gasPrice' ? '0x3b9aca00' : undefined,
    );
    const ids = [await h.order(), await h.order()];
    await worker.look();
    expect(asked.filter((call) => call.startsWith('eth_estimateGas'))).toHaveLength(1);
    for (const id of ids) await forget(id);
    await worker.look();
  });

  test('is reported with the node’s words when it cannot tell', async () => {
    const { worker } = await h.watched({}, (method) => {
      if (method === 'eth_estimateGas')
        throw new RpcError(method, { code: -32_000, message: 'header not found' });
    });
    const id = await h.order();
    await worker.look();
    const [alert] = await alertsOf('USDT');
    expect(alert?.detail).toMatch(new RegExp(`payout ${id} cannot be prepared: .*header not found`));
    await h.worker.look();
    await h.finalise();
    expect(await stateOf(id)).toBe('confirmed');
  });
});

test('a payout without a debit is reported with what to do, and the report is closed once it is gone', async () => {
  const { worker, log } = await h.watched();
  const id = await h.order();
  await sql`update payouts set amount = amount * 2 where id = ${id}`.execute(h.db);
  await worker.look();
  const detail = `payout ${id} has no debit of its own in the ledger: it is not signed; find out who wrote it, then \`payouts reject\``;
  expect(log).toEqual([['error', detail]]);
  await sql`update payouts set amount = amount / 2 where id = ${id}`.execute(h.db);
  await forget(id);
  await worker.look();
  expect(await alertsOf(String(id))).toEqual([{ detail, cleared_by: 'payouts' }]);
});

test('nothing is asked of blocks while none has a payout, and a block with two is secured once', async () => {
  const secured: string[] = [];
  const { worker, asked } = await h.watched({
    secure: async (block) => {
      await h.devnet.secure(block);
      secured.push(block.hash);
    },
  });
  const ids = [await h.order(), await h.order()];
  await worker.look();
  await worker.look();
  expect(asked.filter((call) => call.startsWith('eth_getBlock'))).toEqual([]);
  await h.finalise(worker);
  expect([await h.states(...ids), secured.length]).toEqual([['confirmed', 'confirmed'], 1]);
});
