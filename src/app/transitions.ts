// Shared-element transitions between a list and its detail: what both pages show moves from one place to the other
// (`view-transition-name`; pages.css has the durations). Everywhere else the frame stays and the content fades in.
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isStill } from '#ui/still.ts';
import type { PagePath } from './routes.tsx';

const LIST: PagePath = '/pages/notice/index';
const DETAIL: PagePath = '/pages/notice/details';

const isBetween = (from: string | undefined, to: string): boolean =>
  (from === LIST && to === DETAIL) || (from === DETAIL && (to === LIST || to === DETAIL));

/**
 * Decided for each navigation, including back and forward. Browsers without view transitions ignore it. A user who
 * moves on while one runs gets the next page immediately: a second transition would abort the first with an error
 * that nobody handles.
 */
export function useTransitions(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, hrefChanged }) => {
        router.options.defaultViewTransition =
          hrefChanged &&
          !isStill() &&
          !document.activeViewTransition &&
          isBetween(fromLocation?.pathname, toLocation.pathname);
      }),
    [router],
  );
}
