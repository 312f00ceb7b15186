// Prefetches what pages show without a network, as soon as a page is idle: after one visit to any page, everyone has
// the public data, and members also what claim, start, stake and unstake need. Announcements have their own prefetch
// (features/content/content-background.tsx).
import { useLingui } from '@lingui/react';
import type { QueryKey } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { batched } from '#api/batch.ts';
import { isLost } from '#api/errors.ts';
import { cached, cachedPages, queryClient } from '#api/queries.ts';
import { idle } from '#lib/idle.ts';
import { keepsApp } from '#lib/keeps-app.ts';
import { useOnline } from '#lib/online.ts';
import { tokenAtom } from '#lib/session.ts';

/** A query, and how it is fetched. */
interface Ask {
  queryKey: QueryKey;
  fetch: () => Promise<unknown>;
}

function one(...asked: Parameters<typeof cached>): Ask {
  const options = cached(...asked);
  return { queryKey: options.queryKey, fetch: () => queryClient.query(options) };
}

function list(...asked: Parameters<typeof cachedPages>): Ask {
  const options = cachedPages(...asked);
  return { queryKey: options.queryKey, fetch: () => queryClient.infiniteQuery(options) };
}

/** Each query is identical to that of the page that shows it; ahead.test.ts compares them. Nothing is fetched twice. */
const own = () => [
  one('GET /api/mining/index'),
  one('GET /api/user/info'),
  one('GET /api/mining/power'),
  list('GET /api/stake/list', { limit: '10' }),
  one('GET /api/user/kyc'),
  one('GET /api/stake/outputs'),
  one('GET /api/assets/records', { category: 'mining', limit: '31' }),
  one('GET /api/assets/records', { limit: '4' }),
  one('GET /api/assets/records', { category: 'withdraw', limit: '20' }),
];

const shared = () => [
  one('GET /api/mining/config'),
  one('GET /api/assets/list'),
  one('GET /api/stake/index'),
  one('GET /api/index'),
  one('GET /api/links'),
  one('GET /api/article/index'),
  list('GET /api/mining/buyback/list', { limit: '20' }),
  one('GET /api/transparency'),
  list('GET /api/transparency/roots', { limit: '10' }),
  one('GET /api/game/config'),
  one('GET /api/game/opening'),
  one('GET /api/mining/bet/index'),
  one('GET /api/kyc'),
];

const IDLE_WITHIN_MS = 1000;

/** Stops when `goesOn` says so, and at the first lost call. Returns whether everything was fetched. */
export async function askAhead(isMember: boolean, goesOn: () => boolean): Promise<boolean> {
  if (!goesOn()) return false;
  const asks = [...(isMember ? own() : []), ...shared()];
  const keys = asks.map(({ queryKey }) => queryKey);
  let lost = false;
  const noteLoss = (error: unknown) => {
    lost ||= isLost(error);
  };
  const fetchAll = async () => {
    while (!lost && goesOn()) {
      const ask = asks.shift();
      if (!ask) return;
      await ask.fetch().catch(noteLoss);
    }
  };
  await batched(keys, fetchAll).catch(noteLoss);
  // A page that is opened shows the answer immediately and then refetches it.
  await queryClient.invalidateQueries({ type: 'inactive', refetchType: 'none' });
  return !lost && asks.length === 0;
}

/** Once per account and language, so as not to flood a returning server; again only if the first run was cut short. */
export function useAhead(): void {
  const { locale } = useLingui().i18n;
  const token = useAtomValue(tokenAtom);
  const online = useOnline();
  const done = useRef('');
  useEffect(() => {
    const what = `${locale} ${token}`;
    // A device that stays signed in makes requests as its account, once it has a session.
    if (!online || token === '' || done.current === what) return;
    let over = false;
    void keepsApp
      .then(() => idle(IDLE_WITHIN_MS))
      .then(() => askAhead(token !== null, () => !over))
      .then((all) => {
        if (all && !over) done.current = what;
      });
    return () => {
      over = true;
    };
  }, [locale, token, online]);
}
