// Prefetches what pages show without a network, as soon as a page is idle: after one visit to any page, everyone has
// the public data, and members also what claim, start, stake and unstake need. Announcements have their own prefetch
// (features/content/content-background.tsx).
import { useLingui } from '@lingui/react';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { stale } from '#api/changes.ts';
import { isLost } from '#api/errors.ts';
import { cached, cachedPages, queryClient } from '#api/queries.ts';
import { textCalls } from '#api/public-calls.ts';
import { idle } from '#lib/idle.ts';
import { keepsApp } from '#lib/keeps-app.ts';
import { useOnline } from '#lib/online.ts';
import { tokenAtom } from '#lib/session.ts';

/** Each query is identical to that of the page that shows it; ahead.test.ts compares them. Nothing is fetched twice. */
const OWN: (() => Promise<unknown>)[] = [
  () => queryClient.query(cached('GET /api/mining/index')),
  () => queryClient.query(cached('GET /api/user/info')),
  () => queryClient.query(cached('GET /api/mining/power')),
  () => queryClient.infiniteQuery(cachedPages('GET /api/stake/list', { limit: '10' })),
  () => queryClient.query(cached('GET /api/user/kyc')),
  () => queryClient.query(cached('GET /api/stake/outputs')),
  () => queryClient.query(cached('GET /api/assets/records', { category: 'mining', limit: '31' })),
  () => queryClient.query(cached('GET /api/assets/records', { limit: '4' })),
  () => queryClient.query(cached('GET /api/assets/records', { category: 'withdraw', limit: '20' })),
];

const EVERYBODYS: (() => Promise<unknown>)[] = [
  () => queryClient.query(cached('GET /api/mining/config')),
  () => queryClient.query(cached('GET /api/assets/list')),
  () => queryClient.query(cached('GET /api/stake/index')),
  () => queryClient.query(cached('GET /api/index')),
  () => queryClient.query(cached('GET /api/links')),
  () => queryClient.query(cached('GET /api/article/index')),
  () => queryClient.infiniteQuery(cachedPages('GET /api/mining/buyback/list', { limit: '20' })),
  () => queryClient.query(cached('GET /api/transparency')),
  () => queryClient.infiniteQuery(cachedPages('GET /api/transparency/roots', { limit: '10' })),
  () => queryClient.query(cached('GET /api/game/config')),
  () => queryClient.query(cached('GET /api/game/opening')),
  () => queryClient.query(cached('GET /api/mining/bet/index')),
  () => queryClient.query(cached('GET /api/kyc')),
];

/** Few enough that neither the worker's files nor pages opened meanwhile have to wait. */
const PARALLEL = 2;
const IDLE_WITHIN_MS = 1000;

/** Stops when `goesOn` says so, and at the first lost call. Returns whether everything was fetched. */
export async function askAhead(isMember: boolean, goesOn: () => boolean): Promise<boolean> {
  const asks = [...(isMember ? OWN : []), ...EVERYBODYS];
  let lost = false;
  const fetchNext = async () => {
    while (!lost && goesOn()) {
      const ask = asks.shift();
      if (!ask) return;
      await ask().catch((error: unknown) => {
        lost ||= isLost(error);
      });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, fetchNext));
  // A page that is opened shows the answer at once and then refetches it.
  await queryClient.invalidateQueries({ type: 'inactive', refetchType: 'none' });
  return !lost && asks.length === 0;
}

/** Once per account and language, so as not to flood a returning server; again only if the first run was cut short. */
export function useAhead(): void {
  const { locale } = useLingui().i18n;
  const token = useAtomValue(tokenAtom);
  const online = useOnline();
  const asked = useRef(locale);
  const done = useRef('');
  useEffect(() => {
    // They are still in the previous language.
    if (asked.current !== locale) void stale(...textCalls);
    asked.current = locale;
  }, [locale]);
  useEffect(() => {
    const what = `${locale} ${token}`;
    // A device that stays signed in asks as its account, once it has a session.
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
