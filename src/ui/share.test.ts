// Sharing ends in the share sheet, in nothing when the user cancels it, or on the clipboard.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyText } from './copy.tsx';
import { canSharePicture, shareLink } from './share.ts';

vi.mock('./copy.tsx', () => ({ copyText: vi.fn() }));

const invitation = { title: 'Adit', text: 'Come.', url: 'http://localhost/?code=AB12CD34' };
const device = (given: object) => vi.stubGlobal('navigator', given);

beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.unstubAllGlobals());

test('passes the link to the share sheet', async () => {
  const share = vi.fn();
  device({ share });
  await shareLink(invitation);
  expect(share).toHaveBeenCalledExactlyOnceWith(invitation);
  expect(copyText).not.toHaveBeenCalled();
});

test.each(['AbortError', 'InvalidStateError'])(
  'a share sheet that ends with %s is not an error',
  async (name) => {
    device({ share: () => Promise.reject(new DOMException('', name)) });
    await shareLink(invitation);
    expect(copyText).not.toHaveBeenCalled();
  },
);

test('copies the link without a share sheet, or when sharing is forbidden', async () => {
  device({});
  await shareLink(invitation);
  device({ share: () => Promise.reject(new DOMException('', 'NotAllowedError')) });
  await shareLink(invitation);
  expect(copyText).toHaveBeenCalledTimes(2);
  expect(copyText).toHaveBeenCalledWith(invitation.url);
});

test('offers to share a picture only on devices that accept files', () => {
  const picture = new File([], 'a.png');
  device({});
  expect(canSharePicture(picture)).toBe(false);
  device({ canShare: ({ files }: { files: File[] }) => files.length === 0 });
  expect(canSharePicture(picture)).toBe(false);
  device({ canShare: () => true });
  expect(canSharePicture(picture)).toBe(true);
});
