// How the app can be put on the home screen, and when that is offered.

/**
 * 'offer': the browser can prompt now; 'share': through the share menu (iOS); 'menu': through the browser's own menu
 * (Firefox on Android); 'inside': the page is shown inside another app, such as a wallet, which cannot install it;
 * 'installed': it is installed already; 'none': this browser cannot install apps.
 */
export type InstallWay = 'offer' | 'share' | 'menu' | 'inside' | 'installed' | 'none';

interface Device {
  userAgent: string;
  touchPoints: number;
  standalone: boolean;
  offered: boolean;
}

/** User agents of wallets and messengers that show pages in a web view of their own; `wv` marks Android's web view. */
const INSIDE =
  /; wv\)|MetaMaskMobile|Trust\/|TrustWallet|imToken|TokenPocket|TP_|OKApp|OKEx|BitKeep|Bitget|CoinbaseWallet|CoinbaseBrowser|CBWallet|SafePal|MathWallet|OneKey|Phantom|Rainbow|BNC\/|Binance|FBA[NV]|Instagram|Line\/|MicroMessenger|Telegram/i;

/** The user agent of every iOS browser contains this; that of a web view usually does not. */
const IOS_BROWSER = /Safari\//;

/** An iPad identifies itself as a Mac; no Mac has touch points. */
export const isIos = (userAgent: string, touchPoints: number): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);

export function installWay({ userAgent, touchPoints, standalone, offered }: Device): InstallWay {
  if (standalone) return 'installed';
  if (offered) return 'offer';
  if (INSIDE.test(userAgent)) return 'inside';
  if (isIos(userAgent, touchPoints)) return IOS_BROWSER.test(userAgent) ? 'share' : 'inside';
  return /Android.*Firefox\//.test(userAgent) ? 'menu' : 'none';
}

/** What is stored about a user's claims and past offers. */
export interface Asked {
  claims: number;
  asked: number;
  /** Number of claims at the last offer. */
  askedAt: number;
}

/** The second and last offer is made once the app has become a habit: this many claims after the first offer. */
const HABIT_CLAIMS = 6;

/**
 * Whether to offer installation after a claim: after the first claim for which it is possible, and once more six claims
 * later.
 */
export function isOfferDue({ claims, asked, askedAt }: Asked, way: InstallWay): boolean {
  if (way !== 'offer' && way !== 'share' && way !== 'menu') return false;
  return asked === 0 ? claims >= 1 : asked === 1 && claims >= askedAt + HABIT_CLAIMS;
}
