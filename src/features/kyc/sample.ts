// Demo mode's sample documents, drawn in the page: real PNG files that say plainly that they are samples, and random identifiers.
import type { Documents, Fields, Picked } from './kyc.rules.ts';

const WIDTH = 640;
const HEIGHT = 400;

/** A picture with a heading and lines of text, as a PNG file. Rejects when the browser cannot draw. */
async function drawn(name: string, heading: string, lines: readonly string[]): Promise<Picked> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser cannot draw on a canvas');
  pen.fillStyle = '#f0f2f5';
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = '#12161f';
  pen.fillRect(0, 0, WIDTH, 88);
  pen.fillStyle = '#f5a524';
  pen.font = '600 34px sans-serif';
  pen.fillText(heading, 32, 56, WIDTH - 64);
  pen.fillStyle = '#171b24';
  pen.font = '24px sans-serif';
  for (const [row, line] of lines.entries()) pen.fillText(line, 32, 140 + row * 46, WIDTH - 64);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('the canvas gave no picture');
  return { file: new File([blob], name, { type: 'image/png' }), was: blob.size, note: 'untouched' };
}

const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** Fields and documents that a verification accepts; one UID verifies one account, so each is new. */
export async function sample(exchange: string): Promise<{ fields: Fields; documents: Required<Documents> }> {
  const uid = `demo-${randomHex(5)}`;
  const [idDocument, addressDocument] = await Promise.all([
    drawn('sample-id.png', 'SAMPLE ID DOCUMENT', [
      'Not a real document',
      'Name: Demo Visitor',
      `Number: ${uid}`,
    ]),
    drawn('sample-address.png', 'SAMPLE ADDRESS DOCUMENT', [
      'Not a real document',
      'Demo Visitor',
      '1 Lamp Street, Adit',
    ]),
  ]);
  return {
    fields: { exchange, exchangeUid: uid, exchangeAddress: `0x${randomHex(20)}` },
    documents: { idDocument, addressDocument },
  };
}
