// What the wallet holds, read on the chain: tokens, gas, and the current cost of a transfer. A failed read is retried
// quietly.
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { queryClient } from '#api/queries.ts';
import { type Asset, type AssetList } from '#features/assets/assets.rules.ts';
import { fromDecimals } from '#rules/amounts.ts';
import { unasked } from '#features/assets/chain-reads.ts';
import { askNow } from '#lib/back-off.ts';
import { TRANSFER_GAS } from './deposit.rules.ts';

/** The chosen coin and the gas: someone may be sending to the wallet right now. */
const LOOK_MS = 5000;
/** The other coins of the list. */
const FRESH_MS = 30_000;

const again = { retry: 3, retryDelay: 1000 } as const;
const KEY = 'wallet holds';

export interface Place extends Pick<AssetList, 'rpcUrl' | 'chainId'> {
  owner: string;
}

/** With 18 decimals, however many the token has. */
const heldQuery = ({ rpcUrl, chainId, owner }: Place, asset: Asset | undefined) => {
  const { contract = null, decimals = 18 } = asset ?? {};
  return queryOptions({
    queryKey: [KEY, chainId, contract, owner],
    queryFn: async ({ signal }) => {
      const held = await unasked(rpcUrl, signal, (chain) => chain.balanceOf(contract ?? '', owner));
      return fromDecimals(held, decimals);
    },
    ...again,
  });
};

export interface Held {
  /** Null while it is unknown. */
  units: bigint | null;
  /** It could not be read. */
  failed: boolean;
  /** Reads it now. @throws if it cannot be read */
  read(): Promise<bigint>;
}

export function useHeld(place: Place, asset: Asset | undefined, active: boolean): Held {
  const { data, isError } = useQuery({
    ...heldQuery(place, asset),
    enabled: active && asset !== undefined,
    refetchInterval: LOOK_MS,
    staleTime: 0,
  });
  return {
    units: data ?? null,
    failed: isError,
    read: () => {
      askNow();
      return queryClient.query({ ...heldQuery(place, asset), staleTime: 0, retry: false });
    },
  };
}

/** By symbol, as far as they are known. */
export function useAllHeld(place: Place, coins: readonly Asset[]): ReadonlyMap<string, bigint> {
  const results = useQueries({
    queries: coins.map((asset) => ({ ...heldQuery(place, asset), staleTime: FRESH_MS })),
  });
  return new Map(
    coins.flatMap(({ coin }, at) => {
      const units = results[at]?.data;
      return units === undefined ? [] : [[coin, units] as const];
    }),
  );
}

export interface Gas {
  /** Maximum cost of a transfer, and what the wallet has for it, in wei; null while unknown. */
  fee: bigint | null;
  held: bigint | null;
}

export function useGas({ rpcUrl, chainId, owner }: Place, active: boolean): Gas {
  const options = { enabled: active, refetchInterval: LOOK_MS, staleTime: 0, ...again };
  const price = useQuery({
    ...options,
    queryKey: ['gas price', chainId],
    queryFn: ({ signal }) => unasked(rpcUrl, signal, (chain) => chain.gasPrice()),
  });
  const held = useQuery({
    ...options,
    queryKey: [KEY, chainId, 'gas', owner],
    queryFn: ({ signal }) => unasked(rpcUrl, signal, (chain) => chain.gasBalance(owner)),
  });
  return {
    fee: price.data === undefined ? null : price.data * TRANSFER_GAS,
    held: held.data ?? null,
  };
}

/** Something has arrived in the wallet. */
export const lookAgain = (): Promise<unknown> => queryClient.invalidateQueries({ queryKey: [KEY] });
