// A withdrawal to another address is signed once and booked once, whatever is lost, refused or abandoned.
import { i18n } from '@lingui/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, isLost } from '#api/errors.ts';
import { uuid } from '#lib/ids.ts';
import { sendWithdrawal } from './consent.ts';

type Fetch = (url: string, init: { body: string; headers: Record<string, string> }) => Promise<Response>;

const fetched = vi.fn<Fetch>();
const reply = (code: number, data: unknown = null) =>
  Promise.resolve(new Response(JSON.stringify({ code, message: '', data })));
const demanded = (message: string) => () => reply(1307, { message });
const booked = () => reply(0, { id: '1', state: 'requested', fee: '1', entry: '1' });
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

const requests = () =>
  fetched.mock.calls.map(([, { body, headers }]) => ({
    consent: (JSON.parse(body) as { consent?: unknown }).consent,
    key: headers['Idempotency-Key'],
  }));
const keys = () => new Set(requests().map(({ key }) => key)).size;
const fault = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

const approve = vi.fn((message: string) => Promise.resolve(`0x${message}`));
/** A new intent in each test: keys outlive a withdrawal whose outcome is unknown. */
let order = { coin: 'USDT', amount: '20', address: '' };

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  fetched.mockReset();
  approve.mockClear();
  order = { ...order, address: uuid() };
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

test('the wallet is not asked unless the server demands it', async () => {
  fetched.mockImplementation(booked);
  await expect(sendWithdrawal(order, approve)).resolves.toMatchObject({ entry: '1' });
  expect(approve).not.toHaveBeenCalled();
  expect(requests()).toMatchObject([{ consent: undefined }]);
});

test('exactly the server’s text is signed and sent under the same key', async () => {
  fetched.mockImplementationOnce(demanded('a')).mockImplementationOnce(booked);
  await expect(sendWithdrawal(order, approve)).resolves.toMatchObject({ entry: '1' });
  expect(approve.mock.calls).toEqual([['a']]);
  expect(requests()[1]?.consent).toEqual({ message: 'a', signature: '0xa' });
  expect(keys()).toBe(1);
});

test('without a signature nothing more is sent, and the next try asks for a new text', async () => {
  fetched.mockImplementationOnce(demanded('a')).mockImplementationOnce(demanded('b'));
  fetched.mockImplementationOnce(booked);
  approve.mockRejectedValueOnce(new Error('rejected'));
  await expect(sendWithdrawal(order, approve)).rejects.toThrow('rejected');
  expect(requests()).toHaveLength(1);
  await sendWithdrawal(order, approve);
  expect(requests().at(-1)?.consent).toEqual({ message: 'b', signature: '0xb' });
});

test('after a lost answer the same consent is sent again under the same key, without asking the wallet', async () => {
  fetched.mockImplementationOnce(demanded('a')).mockImplementation(lost);
  for (const _ of [1, 2]) expect(isLost(await fault(sendWithdrawal(order, approve)))).toBe(true);
  fetched.mockImplementation(() => reply(429));
  await fault(sendWithdrawal(order, approve));
  fetched.mockImplementation(booked);
  await sendWithdrawal(order, approve);
  expect(approve).toHaveBeenCalledTimes(1);
  expect(keys()).toBe(1);
  const [, ...consented] = requests();
  expect(new Set(consented.map(({ consent }) => JSON.stringify(consent))).size).toBe(1);
  expect(consented).toHaveLength(4);

  // The next one is a new intent.
  fetched.mockImplementationOnce(demanded('b'));
  await sendWithdrawal(order, approve);
  expect(requests().at(-1)?.consent).toEqual({ message: 'b', signature: '0xb' });
  expect(keys()).toBe(2);
});

test('a consent that is not accepted ends the try; the wallet is asked again only by the next one', async () => {
  fetched.mockImplementation(demanded('a'));
  const error = await fault(sendWithdrawal(order, approve));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ name: 'consent_required' });
  expect([requests().length, approve.mock.calls.length]).toEqual([2, 1]);
  fetched.mockImplementationOnce(demanded('b')).mockImplementationOnce(booked);
  await sendWithdrawal(order, approve);
  expect(requests().at(-1)?.consent).toEqual({ message: 'b', signature: '0xb' });
});

test('a consent that expired while its answer was lost is not sent a third time', async () => {
  fetched.mockImplementationOnce(demanded('a')).mockImplementationOnce(lost);
  await fault(sendWithdrawal(order, approve));
  fetched.mockImplementation(demanded('b'));
  expect(await fault(sendWithdrawal(order, approve))).toMatchObject({ name: 'consent_required' });
  expect([requests().length, approve.mock.calls.length]).toEqual([3, 1]);
});

test('a refusal for another reason is not asked around with a signature', async () => {
  fetched.mockImplementation(() => reply(1301));
  expect(await fault(sendWithdrawal(order, approve))).toMatchObject({ name: 'insufficient_balance' });
  expect(approve).not.toHaveBeenCalled();
});

test('an abandoned try whose answer comes late does not forget the consent of the next', async () => {
  const late = Promise.withResolvers<Response>();
  fetched.mockImplementationOnce(() => late.promise);
  const abandoned = fault(sendWithdrawal(order, () => Promise.reject(new Error('let go'))));
  // Its checksum takes a moment: until it is sent, the next try could get its answer.
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
  fetched.mockImplementationOnce(demanded('a')).mockImplementationOnce(lost);
  await fault(sendWithdrawal(order, approve));
  late.resolve(await reply(1301));
  await abandoned;
  fetched.mockImplementationOnce(booked);
  await sendWithdrawal(order, approve);
  expect(approve).toHaveBeenCalledTimes(1);
  expect(keys()).toBe(1);
});
