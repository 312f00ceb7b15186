// Invite codes come in links of two shapes and wait until they are used.
import { beforeEach, describe, expect, test } from 'vitest';
import { codeOfLink, inviteCode, rememberInviteCode } from './invite-code.ts';

beforeEach(() => inviteCode.drop());

describe('invite code of a link', () => {
  test.each([
    ['http://localhost:8080/?code=AB12CD34', 'AB12CD34'],
    ['http://localhost:8080/?code=AB12CD34#/', 'AB12CD34'],
    ['http://localhost:8080/#/?code=12e5', '12e5'],
    ['http://localhost:8080/#/pages/invite/index?code=%20ab12%20&x=1', 'ab12'],
    ['http://localhost:8080/', undefined],
    ['http://localhost:8080/?code=', undefined],
    ['http://localhost:8080/?code=<script>', undefined],
    [`http://localhost:8080/?code=${'A'.repeat(33)}`, undefined],
  ])('%s', (href, code) => expect(codeOfLink(href)).toBe(code));

  test('is remembered until it is dropped, and a link without one changes nothing', () => {
    rememberInviteCode('http://localhost/?code=AB12CD34');
    rememberInviteCode('http://localhost/');
    expect(inviteCode.read()).toBe('AB12CD34');
    inviteCode.drop();
    expect(inviteCode.read()).toBeUndefined();
  });
});
