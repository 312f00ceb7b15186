// Passes a link to the device's share sheet, or otherwise to the clipboard.
import { copyText } from './copy.tsx';

/** Closing the share sheet, or tapping twice, is not an error. */
export const isLeft = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'InvalidStateError');

/** Must be called from a tap. If sharing is not possible, the link is copied, with a message. */
export async function shareLink(link: { title: string; text?: string; url: string }): Promise<void> {
  if ('share' in navigator)
    try {
      return await navigator.share(link);
    } catch (error) {
      if (isLeft(error)) return;
    }
  await copyText(link.url);
}
