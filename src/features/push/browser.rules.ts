// Which family a browser belongs to, as far as the path to its notification settings differs.
import { isIos } from '#lib/install.rules.ts';

/**
 * 'ios': the app on an iPhone's or iPad's home screen, whose notifications are the system's; 'android': Chrome and its
 * relatives there; 'firefox'; 'safari' on a Mac; 'chromium': Chrome, Edge and their relatives on a computer; 'other'.
 */
type BrowserFamily = 'ios' | 'android' | 'firefox' | 'safari' | 'chromium' | 'other';

export function browserFamily(userAgent: string, touchPoints: number): BrowserFamily {
  if (isIos(userAgent, touchPoints)) return 'ios';
  if (/Firefox\//.test(userAgent)) return 'firefox';
  if (/Android/.test(userAgent)) return 'android';
  if (/Chrome\//.test(userAgent)) return 'chromium';
  return /Macintosh.*Safari\//.test(userAgent) ? 'safari' : 'other';
}
