// Hands a link to the device's share sheet, or else to the clipboard.
import { copyText } from './copy.tsx';

/** A person who closes the share sheet, or taps twice, has not met a fault. */
export const isLeft = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'InvalidStateError');

/** Must be called by a tap. Where nothing can be shared the link is copied, and said to be. */
export async function shareLink(link: { title: string; text?: string; url: string }): Promise<void> {
  if ('share' in navigator)
    try {
      return await navigator.share(link);
    } catch (error) {
      if (isLeft(error)) return;
    }
  await copyText(link.url);
}
