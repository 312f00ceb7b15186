// Sending a verification over a bad connection: one key per form, nothing twice, stopped on request, and nothing left
// for the next account.
import { i18n } from '@lingui/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, transportError } from '#api/errors.ts';
import { tellServerAway } from '#lib/online.ts';
import { endSession, startSession } from '#lib/session.ts';
import { read, write } from '#lib/store.ts';
import { blank, draftAtom } from './draft.ts';
import type { Picked } from './kyc.rules.ts';
import { cancel, type Form, send, sendingAtom, tryNow } from './submission.ts';

type Upload = (options: { key: string; signal: AbortSignal; onProgress: (share: number) => void }) => unknown;
const uploads = vi.fn<Upload>();
const asked = vi.fn<() => Promise<{ submittedAt: string | null }>>();
const toasts = vi.fn<(text: string) => void>();

vi.mock('#api/upload.ts', () => ({
  upload: (_name: string, _fields: unknown, _files: unknown, options: Parameters<Upload>[0]) =>
    Promise.resolve(uploads(options)),
}));
vi.mock('#api/client.ts', async (original) => ({
  ...(await original<typeof import('#api/client.ts')>()),
  call: () => asked(),
}));
vi.mock('#api/queries.ts', () => ({ cached: () => ({}) }));
const refetch = vi.hoisted(() => ({ done: Promise.resolve() }));
vi.mock('#api/changes.ts', () => ({ changed: () => refetch.done }));
vi.mock('#lib/toast.ts', () => ({ toast: (text: string) => toasts(text) }));

const picked = (): Picked => ({ file: new File(['x'], 'x.png'), was: 1, note: 'untouched' });
const form = (): Form => ({
  fields: { exchange: 'okx', exchangeUid: 'u-1234', exchangeAddress: '0x9f8e7d6c5b4a' },
  documents: { idDocument: picked(), addressDocument: picked() },
});
const keys = () => uploads.mock.calls.map(([{ key }]) => key);
const lost = () => Promise.reject(transportError('upload'));
const refused = vi.fn<(error: ApiError) => void>();
const stage = () => read(sendingAtom)?.stage;

/** Never answers; rejects like an upload that is aborted. */
const silence: Upload = ({ signal }) =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(transportError('aborted')), { once: true }),
  );

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', new EventTarget());
  for (const mock of [uploads, asked, toasts, refused]) mock.mockReset();
  asked.mockResolvedValue({ submittedAt: null });
  startSession('secret', {});
  write(draftAtom, blank({ exchange: 'okx' }));
});
afterEach(() => {
  refetch.done = Promise.resolve();
  endSession();
  tellServerAway(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('retries a lost upload under the same key, and clears the form once it has arrived', async () => {
  uploads.mockImplementationOnce(lost).mockImplementationOnce(lost).mockResolvedValue({});
  const sent = send(form(), null, refused);
  await vi.advanceTimersByTimeAsync(0);
  expect(stage()).toBe('waiting');
  expect(read(draftAtom)).not.toBeNull();
  await vi.advanceTimersByTimeAsync(2000 + 4000);
  await sent;
  expect(keys()).toHaveLength(3);
  expect(new Set(keys()).size).toBe(1);
  expect(asked).toHaveBeenCalledTimes(2);
  expect([stage(), read(draftAtom)]).toEqual([undefined, null]);
});

test('detects by asking that a submission with a lost answer arrived, and sends nothing again', async () => {
  uploads.mockImplementation(lost);
  asked.mockResolvedValue({ submittedAt: '2026-11-21T04:00:00Z' });
  const sent = send(form(), '2026-11-20T04:00:00Z', refused);
  await vi.advanceTimersByTimeAsync(2000);
  await sent;
  expect(uploads).toHaveBeenCalledTimes(1);
  expect(toasts).toHaveBeenCalledTimes(1);
  expect(read(draftAtom)).toBeNull();
});

test('tries nothing while the server is unreachable, and retries at once when it is reachable', async () => {
  tellServerAway(true);
  uploads.mockResolvedValue({});
  const sent = send(form(), null, refused);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(uploads).not.toHaveBeenCalled();
  expect(stage()).toBe('waiting');
  tellServerAway(false);
  await sent;
  expect(uploads).toHaveBeenCalledTimes(1);
});

const tooMany = (retryAfterMs: number) => () =>
  Promise.reject(
    Object.assign(new ApiError('too_many_requests', 429, 'says the server', null), { retryAfterMs }),
  );

test('waits as long as a busy server asks, and sends the same form again by itself', async () => {
  uploads.mockImplementationOnce(tooMany(5000)).mockResolvedValue({});
  const sent = send(form(), null, refused);
  await vi.advanceTimersByTimeAsync(4999);
  expect([stage(), uploads.mock.calls.length]).toEqual(['busy', 1]);
  await vi.advanceTimersByTimeAsync(1);
  await sent;
  expect(keys()).toHaveLength(2);
  expect(new Set(keys()).size).toBe(1);
});

test('tells a fault of the server from a lost connection, and sends again by itself', async () => {
  uploads.mockRejectedValueOnce(new ApiError('server', 600_002, '', null)).mockResolvedValue({});
  const sent = send(form(), null, refused);
  await vi.advanceTimersByTimeAsync(100);
  expect(stage()).toBe('server');
  await vi.advanceTimersByTimeAsync(60_000);
  await sent;
  expect(keys()).toHaveLength(2);
});

test('says why, and keeps the form and its key, when the server takes nothing for longer than a minute', async () => {
  uploads.mockImplementationOnce(tooMany(3_600_000)).mockResolvedValue({});
  const same = form();
  await send(same, null, refused);
  expect(toasts.mock.calls).toEqual([['says the server']]);
  expect(stage()).toBeUndefined();
  expect(read(draftAtom)).not.toBeNull();
  await send(same, null, refused);
  expect(keys()).toHaveLength(2);
  expect(new Set(keys()).size).toBe(1);
});

test('the user can end a wait', async () => {
  uploads.mockImplementationOnce(lost).mockResolvedValue({});
  const sent = send(form(), null, refused);
  await vi.advanceTimersByTimeAsync(0);
  tryNow();
  await sent;
  expect(uploads).toHaveBeenCalledTimes(2);
});

test.each(['while it is sent', 'while it waits'])(
  'can be stopped %s, and the same form continues under its key',
  async (when) => {
    uploads.mockImplementationOnce(when === 'while it is sent' ? silence : lost);
    const same = form();
    const sent = send(same, null, refused);
    await vi.advanceTimersByTimeAsync(0);
    void send(same, null, refused);
    cancel();
    await sent;
    expect(stage()).toBeUndefined();
    expect(read(draftAtom)).not.toBeNull();
    expect(toasts).not.toHaveBeenCalled();
    uploads.mockResolvedValue({});
    await send(same, null, refused);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()).toHaveLength(2);
  },
);

test('after a refusal the form can be sent again, although what it changed does not arrive', async () => {
  refetch.done = new Promise(() => undefined);
  uploads.mockRejectedValue(new ApiError('kyc_invalid', 1103, 'wrong'));
  await send(form(), null, refused);
  expect([refused.mock.calls.length, stage()]).toEqual([1, undefined]);
});

test('a changed form is another intent, and so is one after a refusal', async () => {
  uploads.mockImplementationOnce(silence);
  const first = send(form(), null, refused);
  await vi.advanceTimersByTimeAsync(0);
  cancel();
  await first;
  const second = form();
  uploads.mockImplementation(() => Promise.reject(new ApiError('kyc_invalid', 1103, 'wrong')));
  await send(second, null, refused);
  await send(second, null, refused);
  expect(new Set(keys()).size).toBe(3);
  expect(refused).toHaveBeenCalledTimes(2);
  expect(read(draftAtom)).not.toBeNull();
});

test('the end of the session stops it and leaves nothing of the form', async () => {
  uploads.mockImplementation(silence);
  void send(form(), null, refused);
  await vi.advanceTimersByTimeAsync(0);
  endSession('account_switched');
  await vi.advanceTimersByTimeAsync(60_000);
  expect([stage(), read(draftAtom)]).toEqual([undefined, null]);
  expect(uploads).toHaveBeenCalledTimes(1);
  expect(toasts).not.toHaveBeenCalled();
  uploads.mockResolvedValue({});
  await send(form(), null, refused);
  expect(new Set(keys()).size).toBe(2);
});
