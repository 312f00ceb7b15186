// Invite codes arrive in two kinds of links and are stored until they are used.
import { beforeEach, describe, expect, test } from 'vitest';
import { codeOfLink, dropInviteCode, inviteCodeAtom, rememberInviteCode } from './invite-code.ts';
import { session } from './storage.ts';
import { read } from './store.ts';

beforeEach(() => {
  dropInviteCode();
  session.removeItem('inviteDone');
});

describe('the invite code in a link', () => {
  test.each([
    ['http://localhost:8080/?code=AB12CD34', 'AB12CD34'],
    ['http://localhost:8080/?code=AB12CD34#/', 'AB12CD34'],
    ['http://localhost:8080/#/?code=12e5', '12e5'],
    ['http://localhost:8080/#/pages/invite/index?code=%20ab12%20&x=1', 'ab12'],
    ['http://localhost:8080/#/pages/airdrop/index?code=AUTUMN-26', undefined],
    ['http://localhost:8080/?code=AB12CD34#/pages/airdrop/index?code=AUTUMN-26', 'AB12CD34'],
    ['http://localhost:8080/', undefined],
    ['http://localhost:8080/?code=', undefined],
    ['http://localhost:8080/?code=<script>', undefined],
    [`http://localhost:8080/?code=${'A'.repeat(33)}`, undefined],
  ])('%s', (href, code) => expect(codeOfLink(href)).toBe(code));

  test('is remembered until it is dropped, and a link without a code changes nothing', () => {
    rememberInviteCode('http://localhost/?code=AB12CD34');
    rememberInviteCode('http://localhost/');
    expect(read(inviteCodeAtom)).toBe('AB12CD34');
    dropInviteCode();
    expect(read(inviteCodeAtom)).toBeNull();
  });

  test('stays dropped while the address bar still contains it, until another link is opened', () => {
    rememberInviteCode('http://localhost/?code=AB12CD34');
    dropInviteCode();
    rememberInviteCode('http://localhost/?code=AB12CD34#/pages/mining/index');
    expect(read(inviteCodeAtom)).toBeNull();
    rememberInviteCode('http://localhost/?code=EF56GH78');
    expect(read(inviteCodeAtom)).toBe('EF56GH78');
  });
});
