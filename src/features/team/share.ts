// Handing link and picture to the device's share sheet, or else to the clipboard and to the downloads.
import { copyText } from '#ui/copy.tsx';

export interface Invitation {
  title: string;
  text: string;
  url: string;
}

/** A person who closes the share sheet, or taps twice, has not met a fault. */
const isLeft = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'InvalidStateError');

/** Must be called by a tap. Where nothing can be shared the link is copied, and said to be. */
export async function shareLink(invitation: Invitation): Promise<void> {
  if ('share' in navigator)
    try {
      return await navigator.share(invitation);
    } catch (error) {
      if (isLeft(error)) return;
    }
  await copyText(invitation.url);
}

export const canSharePicture = (picture: File): boolean =>
  'canShare' in navigator && navigator.canShare({ files: [picture] });

/** Must be called by a tap. Where the share sheet refuses, the picture is saved. */
export async function sharePicture(picture: File, { title, text, url }: Invitation): Promise<void> {
  try {
    await navigator.share({ files: [picture], title, text: `${text} ${url}` });
  } catch (error) {
    if (!isLeft(error)) savePicture(picture);
  }
}

/** Hands a file to the browser's downloads. */
export function savePicture(picture: File): void {
  const url = URL.createObjectURL(picture);
  const link = document.createElement('a');
  link.href = url;
  link.download = picture.name;
  link.click();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
