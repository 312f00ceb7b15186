// A receipt as a picture, drawn on the device only from the texts on the screen: passed to the share sheet, or saved
// as a file where files cannot be shared.
import { t } from '@lingui/core/macro';
import { BRAND } from '#lib/brand.ts';
import { dateText, EXACT, serverNow } from '#lib/time.ts';
import { toast } from '#lib/toast.ts';
import { coinDrawing } from './coin-icon.tsx';
import { canSharePicture, savePicture, sharePicture } from './share.ts';

/** As shown and as shared: texts with amounts that are already hidden if the user hides amounts. */
export interface ReceiptContent {
  coin: string;
  /** "You staked", "100 ADIT" */
  lead: string;
  figure: string;
  facts: readonly { label: string; text: string }[];
  /** When it happened, for the picture; by default just now. */
  time?: string;
}

const [WIDTH, HEIGHT, EDGE] = [1080, 1080, 96];
/** Where the facts begin. */
const FACTS = 658;
const { colors, name: brand } = BRAND;
const MIST = '#aab6c6';

type Pen = CanvasRenderingContext2D;

/** Writes a line as large as fits into `room`. */
function write(
  pen: Pen,
  text: string,
  at: { x: number; y: number; room: number; size: number; bold?: boolean },
): void {
  const family = getComputedStyle(document.documentElement).fontFamily;
  const font = (size: number) => `${at.bold ? 600 : 400} ${size}px ${family}`;
  pen.font = font(at.size);
  const { width } = pen.measureText(text);
  if (width > at.room) pen.font = font(Math.floor((at.size * at.room) / width));
  pen.fillText(text, at.x, at.y, at.room);
}

/** Basalt with its strata and the lamp's glow. */
function drawGround(pen: Pen): void {
  const ground = pen.createLinearGradient(0, 0, 0, HEIGHT);
  ground.addColorStop(0, colors.basalt);
  ground.addColorStop(1, colors.basaltLight);
  pen.fillStyle = ground;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const lamp = pen.createRadialGradient(WIDTH / 2, 330, 0, WIDTH / 2, 330, 420);
  lamp.addColorStop(0, `${colors.amber}44`);
  lamp.addColorStop(1, `${colors.amber}00`);
  pen.fillStyle = lamp;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
}

function drawLine(pen: Pen, y: number): void {
  pen.fillStyle = '#ffffff1f';
  pen.fillRect(EDGE, y, WIDTH - 2 * EDGE, 2);
}

async function drawCoin(pen: Pen, coin: string): Promise<void> {
  const mark = new Image();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="192" viewBox="0 0 24 24">${coinDrawing(coin)}</svg>`;
  mark.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await mark.decode();
  pen.drawImage(mark, WIDTH / 2 - 96, 216, 192, 192);
}

async function pictureOf({ coin, lead, figure, facts }: ReceiptContent, time: string): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  drawGround(pen);
  const room = WIDTH - 2 * EDGE;
  const middle = WIDTH / 2;
  pen.fillStyle = '#ffffff';
  write(pen, brand, { x: EDGE, y: 136, room: room / 2, size: 44, bold: true });
  pen.fillStyle = MIST;
  pen.textAlign = 'right';
  write(pen, time, { x: WIDTH - EDGE, y: 136, room: room / 2, size: 32 });
  await drawCoin(pen, coin);
  pen.textAlign = 'center';
  write(pen, lead, { x: middle, y: 484, room, size: 40 });
  pen.fillStyle = '#ffffff';
  write(pen, figure, { x: middle, y: 590, room, size: 96, bold: true });
  const row = Math.min(104, (HEIGHT - FACTS - 40) / facts.length);
  facts.forEach(({ label, text }, at) => {
    const y = FACTS + row * (at + 0.635);
    drawLine(pen, FACTS + row * at);
    pen.textAlign = 'left';
    pen.fillStyle = MIST;
    write(pen, label, { x: EDGE, y, room: room * 0.44, size: 36 });
    pen.textAlign = 'right';
    pen.fillStyle = '#ffffff';
    write(pen, text, { x: WIDTH - EDGE, y, room: room * 0.52, size: 40, bold: true });
  });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/** Must be called from a tap. */
export async function shareReceipt(content: ReceiptContent, language: string): Promise<void> {
  try {
    const time = dateText(content.time ?? new Date(serverNow()).toISOString(), language, EXACT);
    const picture = await pictureOf(content, time);
    const file = new File([picture], `${brand.toLowerCase()}-receipt.png`, { type: picture.type });
    if (canSharePicture(file)) return await sharePicture(file);
    savePicture(file);
    toast(t`Picture saved`, 'success');
  } catch {
    toast(t`Couldn't make the picture. Try again.`, 'error');
  }
}
