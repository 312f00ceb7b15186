// How each common browser can install the app, and how rarely installing is offered.
import { describe, expect, test } from 'vitest';
import { installWay, isOfferDue, type InstallWay } from './install.rules.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';

const way = (userAgent: string, more: Partial<Parameters<typeof installWay>[0]> = {}): InstallWay =>
  installWay({ userAgent, touchPoints: 5, standalone: false, offered: false, ...more });

describe('the way to install the app', () => {
  test.each<[string, string, InstallWay]>([
    ['Safari on iPhone', `${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`, 'share'],
    ['Chrome on iPhone', `${IPHONE} CriOS/129.0 Mobile/15E148 Safari/604.1`, 'share'],
    ['Safari on iPad, which identifies itself as a Mac', `${MAC} Version/18.0 Safari/605.1.15`, 'share'],
    ['MetaMask on iPhone', `${IPHONE} Mobile/15E148 MetaMaskMobile`, 'inside'],
    ['any other web view on iPhone', `${IPHONE} Mobile/15E148`, 'inside'],
    ['Trust Wallet', `${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1 Trust/9.1`, 'inside'],
    ['imToken', `${ANDROID}; wv) AppleWebKit/537.36 Chrome/129.0 Mobile Safari/537.36 imToken/2.9`, 'inside'],
    [
      'an Android web view',
      `${ANDROID}; wv) AppleWebKit/537.36 Version/4.0 Chrome/129.0 Mobile Safari/537.36`,
      'inside',
    ],
    ['Firefox on Android', 'Mozilla/5.0 (Android 15; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0', 'menu'],
    [
      'Chrome on Android without a prompt',
      `${ANDROID}) AppleWebKit/537.36 Chrome/129.0 Mobile Safari/537.36`,
      'none',
    ],
  ])('%s', (_, userAgent, expected) => expect(way(userAgent)).toBe(expected));

  test('a Mac has no touch screen and no share menu for this', () =>
    expect(way(`${MAC} Version/18.0 Safari/605.1.15`, { touchPoints: 0 })).toBe('none'));

  test('the browser’s own prompt comes first, and an installed app offers nothing', () => {
    expect(way(`${ANDROID}) Chrome/129.0`, { offered: true })).toBe('offer');
    expect(way(`${IPHONE} Version/18.0 Safari/604.1`, { standalone: true, offered: true })).toBe('installed');
  });
});

describe('the offer after a claim', () => {
  /** The numbers of the claims after which installing is offered, if the user always says "not now". */
  function offeredAt(ways: InstallWay[]): number[] {
    let [asked, askedAt] = [0, 0];
    return ways.flatMap((present, index) => {
      if (!isOfferDue({ claims: index + 1, asked, askedAt }, present)) return [];
      [asked, askedAt] = [asked + 1, index + 1];
      return [index + 1];
    });
  }
  const always = (present: InstallWay) => Array.from({ length: 30 }, () => present);

  test('comes after the first claim and once more after the seventh', () => {
    for (const present of ['offer', 'share', 'menu'] as const)
      expect(offeredAt(always(present))).toEqual([1, 7]);
  });
  test('never comes where the app cannot be installed', () => {
    for (const present of ['inside', 'installed', 'none'] as const)
      expect(offeredAt(always(present))).toEqual([]);
  });
  test('waits until a way to install appears', () =>
    expect(offeredAt([...always('none').slice(0, 8), ...always('offer')])).toEqual([9, 15]));
});
