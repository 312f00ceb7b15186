// Nothing is sent before the holder of a locked device has confirmed.
import { i18n } from '@lingui/core';
import { expect, test, vi } from 'vitest';
import { ApiError, isLost } from '#api/errors.ts';
import { keepDevice, startSession } from '#lib/session.ts';
import { confirmHolder } from './confirm-holder.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });

test('resolves at once without a lock; with one, a refusal is an error after which nothing was sent', async () => {
  const get = vi.fn<CredentialsContainer['get']>(() =>
    Promise.reject(new DOMException('', 'NotAllowedError')),
  );
  vi.stubGlobal('navigator', { credentials: { get } });
  vi.stubGlobal('location', { hostname: 'adit.example' });
  startSession('secret', { address: '0xabc' });
  keepDevice({ id: 'one', address: '0xabc' });
  await confirmHolder();
  expect(get).not.toHaveBeenCalled();
  keepDevice({ id: 'one', address: '0xabc', lock: 'AQID' });
  const error = await confirmHolder().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(isLost(error)).toBe(false);
  expect(String(error)).toContain('Nothing was sent');
});
