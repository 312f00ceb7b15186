// The miner's server state, and what else changes when the miner does.
import { query, refresh, remember } from '#api/queries.ts';
import type { Miner } from './mining.rules.ts';

export const minerQuery = () => query('GET /api/mining/index');

/** Rules of the product: they change with a release, not while a page is open. */
export const configQuery = () => ({ ...query('GET /api/mining/config'), staleTime: 10 * 60_000 });

export const assetsQuery = () => query('GET /api/assets/list');
export const userQuery = () => query('GET /api/user/info');

/** After an answer that brought the miner along: shows it at once and asks for what it moved. */
export function minerChanged(miner: Miner): void {
  remember('GET /api/mining/index', miner);
  void refresh('GET /api/assets/list', 'GET /api/user/info');
}

/** After a refusal the page may have shown an old state. */
export const askMiner = (): Promise<unknown> => refresh('GET /api/mining/index');
