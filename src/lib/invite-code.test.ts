// Invite codes arrive in two kinds of links and are stored until they are used.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { codeOfLink, dropInviteCode, inviteCodeAtom, openInvite, rememberInviteCode } from './invite-code.ts';
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
    ['http://localhost:8080/#/pages/index/index?code=ab12', 'ab12'],
    ['http://localhost:8080/#/pages/airdrop/index?code=AUTUMN-26', undefined],
    ['http://localhost:8080/?code=AB12CD34#/pages/airdrop/index?code=AUTUMN-26', 'AB12CD34'],
    ['http://localhost:8080/', undefined],
    ['http://localhost:8080/?code=', undefined],
    ['http://localhost:8080/?code=<script>', undefined],
    ['http://localhost:8080/?code=AB12CD34).', 'AB12CD34'],
    // No account has it, and the visitor is told so.
    [`http://localhost:8080/?code=${'A'.repeat(33)}`, 'A'.repeat(32)],
    ['http://localhost:8080/?title=&url=http%3A%2F%2Flocalhost%3A8080%2F%3Fcode%3DAB12CD34', 'AB12CD34'],
    [
      'http://localhost:8080/?text=Join%20me%3A%0Ahttp%3A%2F%2Flocalhost%3A8080%2F%23%2F%3Fcode%3Dab12',
      'ab12',
    ],
    [
      'http://localhost:8080/?text=http%3A%2F%2Flocalhost%3A8080.evil.example%2F%3Fcode%3DAB12CD34',
      undefined,
    ],
    ['http://localhost:8080/?text=http%3A%2F%2Flocalhost%3A8080%2F%3Fcode%3D%3Cb%3E', undefined],
    ['http://localhost:8080/?text=AB12CD34&url=nonsense', undefined],
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

  test('is offered again when its link is opened while the app is running', () => {
    openInvite('http://localhost/?code=AB12CD34');
    dropInviteCode();
    openInvite('http://localhost/#/pages/mining/index');
    expect(read(inviteCodeAtom)).toBeNull();
    openInvite('http://localhost/?code=AB12CD34');
    expect(read(inviteCodeAtom)).toBe('AB12CD34');
  });

  test('is offered again when its link is opened anew, and not after a reload', async () => {
    const start = async (type: string) => {
      vi.resetModules();
      vi.stubGlobal('location', { href: 'http://localhost/?code=AB12CD34' });
      vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry]);
      const [fresh, store] = [await import('./invite-code.ts'), await import('./store.ts')];
      return { ...fresh, code: store.read(fresh.inviteCodeAtom) };
    };
    const first = await start('navigate');
    expect(first.code).toBe('AB12CD34');
    first.dropInviteCode();
    expect((await start('reload')).code).toBeNull();
    expect((await start('navigate')).code).toBe('AB12CD34');
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
});
