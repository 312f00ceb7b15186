// What is left of an invite link's address once its code has been dealt with.
import { expect, test } from 'vitest';
import { withoutInvite } from './invite-links.rules.ts';

test.each([
  ['/?code=AB12CD34', '/'],
  ['/?code=AB12CD34#/', '/#/'],
  ['/?code=AB12CD34&x=1#/pages/mining/index', '/#/pages/mining/index'],
  ['/#/?code=AB12CD34', '/#/'],
  ['/#/pages/invite/index?code=AB12CD34&level=2', '/#/pages/invite/index'],
  ['/?code=AB12CD34#/pages/invite/index?code=EF56GH78', '/#/pages/invite/index'],
  ['/?title=&url=http%3A%2F%2Flocalhost%3A8080%2F%3Fcode%3DAB12CD34', '/'],
  // A coupon is not an invite.
  ['/#/pages/airdrop/index?code=AUTUMN-26', '/#/pages/airdrop/index?code=AUTUMN-26'],
  ['/?code=AB12CD34#/pages/airdrop/index?code=AUTUMN-26', '/#/pages/airdrop/index?code=AUTUMN-26'],
  ['/#/pages/asset/capital?search=12', '/#/pages/asset/capital?search=12'],
  ['/?code=#/', '/?code=#/'],
])('%s becomes %s', (link, left) => {
  const origin = 'http://localhost:8080';
  expect(withoutInvite(origin + link)).toBe(origin + left);
});
