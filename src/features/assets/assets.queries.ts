// The coin list as server state; balances and prices move by themselves, so an open page asks again.
import { query } from '#api/queries.ts';

const ASK_AGAIN_MS = 30_000;

export const assetsQuery = () => ({ ...query('GET /api/assets/list'), refetchInterval: ASK_AGAIN_MS });
