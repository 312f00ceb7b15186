// The only way to another page, with its guards (specification, section 2 "Navigation rules"). src/app/router.tsx
// provides the router.
import { t } from '@lingui/core/macro';
import { useSearch } from '@tanstack/react-router';
import { toast } from './toast.ts';

interface Navigator {
  isPage(path: string): boolean;
  navigate(url: string, replace: boolean): Promise<unknown>;
  back(): void;
}

let navigator: Navigator | undefined;
let underWay: string | undefined;

export const installNavigator = (given: Navigator): void => {
  navigator = given;
};

/** The path of an address such as "/pages/notice/details?id=3". */
export const pathOf = (url: string): string => url.replace(/^#/, '').split(/[?#]/)[0] || '/';

/**
 * Goes to a page: `go('/pages/notice/details?id=3')`. Without an address, or if the page does not exist, it shows a
 * message and stays. While a navigation is in progress, an identical one is ignored.
 */
export async function go(url: string | undefined, { replace = false } = {}): Promise<void> {
  if (!url) return toast(t`Missing required args: url`, 'error');
  if (!navigator?.isPage(pathOf(url))) return toast(t`page not found`, 'error');
  if (underWay === url) return;
  underWay = url;
  try {
    await navigator.navigate(url, replace);
  } finally {
    if (underWay === url) underWay = undefined;
  }
}

/**
 * Goes to the previous page, or home if there is none. On the entry page it quits the installed app, or restarts at the
 * root.
 */
export const goBack = (): void => navigator?.back();

/** A parameter of the current page's query string. */
export function useParam(name: string): string | undefined {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const value = search[name];
  return typeof value === 'string' ? value : undefined;
}
