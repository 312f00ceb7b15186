// Which way there is to put the app on the home screen, and when it is offered.

/**
 * 'offer': the browser can do it now; 'share': by the share menu (iOS); 'menu': by the browser's own menu (Firefox on Android);
 * 'inside': another app shows this page, a wallet for example, and cannot; 'installed'; 'none': this browser does not do it.
 */
export type InstallWay = 'offer' | 'share' | 'menu' | 'inside' | 'installed' | 'none';

export interface Device {
  userAgent: string;
  /** Points of touch; an iPad calls itself a Mac, which has none. */
  touchPoints: number;
  standalone: boolean;
  offered: boolean;
}

/** Wallets and messengers that show pages in a view of their own, by the name that they give; `wv` is Android's word for such a view. */
const INSIDE =
  /; wv\)|MetaMaskMobile|Trust\/|TrustWallet|imToken|TokenPocket|TP_|OKApp|OKEx|BitKeep|Bitget|CoinbaseWallet|CoinbaseBrowser|CBWallet|SafePal|MathWallet|OneKey|Phantom|Rainbow|BNC\/|Binance|FBA[NV]|Instagram|Line\/|MicroMessenger|Telegram/i;

/** Every browser of iOS ends its name with this; a view inside another app mostly does not. */
const IOS_BROWSER = /Safari\//;

export function installWay({ userAgent, touchPoints, standalone, offered }: Device): InstallWay {
  if (standalone) return 'installed';
  if (offered) return 'offer';
  if (INSIDE.test(userAgent)) return 'inside';
  const apple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
  if (apple) return IOS_BROWSER.test(userAgent) ? 'share' : 'inside';
  return /Android.*Firefox\//.test(userAgent) ? 'menu' : 'none';
}

/** What is remembered of a person's claims and of how often was asked. */
export interface Asked {
  claims: number;
  asked: number;
  /** After how many claims was asked the last time. */
  askedAt: number;
}

/** The second and last time is asked when the app has become a habit: so many claims after the first time. */
const HABIT_CLAIMS = 6;

/** Whether it is offered after a claim: after the first one that finds a way, and once more six claims later. */
export function isOfferDue({ claims, asked, askedAt }: Asked, way: InstallWay): boolean {
  if (way !== 'offer' && way !== 'share' && way !== 'menu') return false;
  return asked === 0 ? claims >= 1 : asked === 1 && claims >= askedAt + HABIT_CLAIMS;
}
