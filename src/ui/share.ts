// Passes a link or a picture to the device's share sheet; otherwise the link to the clipboard, the picture to the downloads.
import { download } from '#lib/save-file.ts';
import { copyText } from './copy.tsx';

/** Closing the share sheet, or tapping twice, is not an error. */
const isLeft = (error: unknown): boolean =>
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

export const canSharePicture = (picture: File): boolean =>
  'canShare' in navigator && navigator.canShare({ files: [picture] });

/** Must be called from a tap. If the share sheet refuses, the picture is saved. */
export async function sharePicture(
  picture: File,
  words: { title?: string; text?: string } = {},
): Promise<void> {
  try {
    await navigator.share({ files: [picture], ...words });
  } catch (error) {
    if (!isLeft(error)) savePicture(picture);
  }
}

export const savePicture = (picture: File): void => download(picture, picture.name);
