// The account's deposits with their states: the node says how far the chain is, the server's records say when a
// deposit is credited.
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { Output } from '#contract';
import { stale } from '#api/changes.ts';
import { cached } from '#api/queries.ts';
import { type AssetList } from '#features/assets/assets.rules.ts';
import { chainAt } from '#features/assets/chain-reads.ts';
import { onSessionEnd, signedInAtom } from '#lib/session.ts';
import { read, write } from '#lib/store.ts';
import { serverNow } from '#lib/time.ts';
import type { Deposit, Status } from './deposit.rules.ts';
import { changeDeposit, depositsAtom, recallDeposits, settleDeposit } from './deposits.ts';
import { type Followed, follow, followedAtom } from './follow.ts';

type FundRecord = Output<'GET /api/assets/records'>['items'][number];

/** Polling interval when the record is due, and when there is no other source. */
const DUE_MS = 2000;
const NOT_DUE_MS = 15_000;

const UNKNOWN: Followed = { status: null, away: false };

onSessionEnd(() => write(followedAtom, {}));

const tell = (id: string, followed: Followed): void =>
  write(followedAtom, { ...read(followedAtom), [id]: followed });

/** The record of a deposit; if one transaction has several, it does not matter to the user which one it is. */
const recordOf = (records: readonly FundRecord[], { hash, coin }: Deposit): FundRecord | undefined =>
  records.find((record) => record.txHash?.toLowerCase() === hash && record.coin === coin);

const creditedBy = ({ amount, balanceAfter }: FundRecord): Status => ({
  is: 'credited',
  amount,
  balanceAfter,
});

/** How many components watch a deposit, and how to stop following it. */
const watched = new Map<string, { places: number; stop: () => void }>();

function watch({ id }: Deposit, { rpcUrl, confirmations }: AssetList): () => void {
  const known = watched.get(id);
  if (known) known.places += 1;
  else {
    const all = () => read(depositsAtom);
    const left = new AbortController();
    const stop = follow({
      chain: chainAt(rpcUrl, left.signal),
      confirmations,
      now: serverNow,
      deposit: () => all().find((one) => one.id === id),
      change: (patch) => void changeDeposit(id, patch),
      others: () =>
        all()
          .filter((one) => one.id !== id)
          .map(({ hash }) => hash),
      tell: (followed) => tell(id, followed),
    });
    watched.set(id, {
      places: 1,
      stop: () => {
        stop();
        left.abort();
      },
    });
  }
  return () => {
    const own = watched.get(id);
    if (!own || (own.places -= 1) > 0) return;
    watched.delete(id);
    own.stop();
  };
}

export interface Shown extends Followed {
  deposit: Deposit;
}

/** Follows deposits while a component that calls it is mounted and `active`. */
export function useDeposits(list: AssetList | undefined, active = true): readonly Shown[] {
  const signedIn = useAtomValue(signedInAtom);
  const deposits = useAtomValue(depositsAtom);
  const followed = useAtomValue(followedAtom);
  useEffect(() => {
    if (signedIn) void recallDeposits();
  }, [signedIn]);

  const open = deposits.filter(({ id }) => followed[id]?.status?.is !== 'credited');
  const due = open.some(({ id }) => followed[id]?.status?.is === 'crediting' || followed[id]?.away === true);
  const { data } = useQuery({
    ...cached('GET /api/assets/records', { category: 'deposit', limit: '50' }),
    enabled: active && signedIn && open.length > 0,
    refetchInterval: due ? DUE_MS : NOT_DUE_MS,
  });

  const ids = open.map(({ id }) => id).join(' ');
  const { rpcUrl, chainId, confirmations } = list ?? {};
  useEffect(() => {
    if (!list || !active) return;
    const ours = read(depositsAtom).filter(
      (one) => one.chainId === chainId && ids.split(' ').includes(one.id),
    );
    const stops = ours.map((one) => watch(one, list));
    return () => {
      for (const stop of stops) stop();
    };
    // What is followed depends only on these; the list itself is new with every answer.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [active, ids, rpcUrl, chainId, confirmations]);

  // The record may arrive before the new hash of a sped-up transaction.
  const hashes = open.map(({ hash }) => hash).join(' ');
  useEffect(() => {
    for (const deposit of open) {
      const record = data && recordOf(data.items, deposit);
      if (!record) continue;
      tell(deposit.id, { status: creditedBy(record), away: false });
      void settleDeposit(deposit.id);
      void stale('GET /api/assets/list');
    }
    // oxlint-disable-next-line react/exhaustive-deps -- a new answer or a new hash is what counts
  }, [data, hashes]);

  return deposits.map((deposit) => ({ deposit, ...(followed[deposit.id] ?? UNKNOWN) }));
}
