// Passes the invitation's picture to the device's share sheet, or otherwise to the downloads.
import { isLeft } from '#ui/share.ts';

export interface Invitation {
  title: string;
  text: string;
  url: string;
}

export const canSharePicture = (picture: File): boolean =>
  'canShare' in navigator && navigator.canShare({ files: [picture] });

/** Must be called from a tap. If the share sheet refuses, the picture is saved. */
export async function sharePicture(picture: File, { title, text, url }: Invitation): Promise<void> {
  try {
    await navigator.share({ files: [picture], title, text: `${text} ${url}` });
  } catch (error) {
    if (!isLeft(error)) savePicture(picture);
  }
}

/** Passes a file to the browser's downloads. */
export function savePicture(picture: File): void {
  const url = URL.createObjectURL(picture);
  const link = document.createElement('a');
  link.href = url;
  link.download = picture.name;
  link.click();
  // The browser reads the URL after the current task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
