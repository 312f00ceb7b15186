// The way into MetaMask's browser keeps the page and the invite code.
import { describe, expect, test } from 'vitest';
import { dappLink } from './dapp-link.ts';
import { codeOfLink } from './invite-code.ts';

describe('link into the browser of a wallet', () => {
  test.each([
    ['https://adit.example/', undefined, 'adit.example/'],
    ['https://adit.example/?code=AB12CD34', 'AB12CD34', 'adit.example/?code=AB12CD34'],
    [
      'https://adit.example/#/pages/mining/index',
      'AB12CD34',
      'adit.example/?code=AB12CD34#/pages/mining/index',
    ],
    ['https://adit.example/?code=OLD#/', 'NEW', 'adit.example/?code=NEW#/'],
    ['https://adit.example/?x=1', undefined, 'adit.example/?x=1'],
  ])('%s with %s', (href, code, target) =>
    expect(dappLink(href, code)).toBe(`https://link.metamask.io/dapp/${target}`),
  );

  test('its target brings the code along', () => {
    const target = dappLink('https://adit.example/#/', 'AB12CD34').replace('link.metamask.io/dapp/', '');
    expect(codeOfLink(target)).toBe('AB12CD34');
  });
});
