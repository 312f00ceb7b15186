// The share picture: brand, code, QR code and one sentence, drawn in the page. It needs neither network nor its own
// font.
import { BRAND } from '#lib/brand.ts';
import { evenLinesOf } from './team.rules.ts';
import { qrOf } from '#ui/qr.ts';

/** Portrait format, as stories and chats show pictures. Pixels. */
const WIDTH = 1080;
const HEIGHT = 1350;
const MARGIN = 96;

interface PictureTexts {
  /** Above the code. */
  label: string;
  code: string;
  sentence: string;
  link: string;
  /** BCP 47; determines where lines may break. */
  language: string;
}

/** Strata of the background: heights of the wavy lines. */
const STRATA = [150, 290, 455, 640, 860, 1010, 1190, 1300];

const shape = (path: string): Path2D => new Path2D(path);

function ground(on: CanvasRenderingContext2D): void {
  const { basalt, basaltLight } = BRAND.colors;
  const fill = on.createLinearGradient(0, 0, 0, HEIGHT);
  fill.addColorStop(0, basaltLight);
  fill.addColorStop(1, basalt);
  on.fillStyle = fill;
  on.fillRect(0, 0, WIDTH, HEIGHT);
  on.strokeStyle = 'rgb(255 255 255 / 7%)';
  on.lineWidth = 3;
  for (const [layer, y] of STRATA.entries()) {
    on.beginPath();
    on.moveTo(-20, y);
    for (let x = -20; x < WIDTH; x += 220)
      on.bezierCurveTo(x + 70, y - 30 + layer * 4, x + 150, y + 34, x + 220, y + (layer % 2 ? 8 : -6));
    on.stroke();
  }
  const glow = on.createRadialGradient(WIDTH / 2, 600, 60, WIDTH / 2, 600, 620);
  glow.addColorStop(0, 'rgb(245 165 36 / 38%)');
  glow.addColorStop(1, 'rgb(245 165 36 / 0%)');
  on.fillStyle = glow;
  on.fillRect(0, 0, WIDTH, HEIGHT);
}

/** The mark of src/ui/mark.tsx on its 28-pixel grid, with the name beside it. */
function brand(on: CanvasRenderingContext2D, font: string): void {
  const { amber } = BRAND.colors;
  on.save();
  on.translate(MARGIN, 84);
  on.scale(3, 3);
  on.lineWidth = 2.2;
  on.lineCap = 'round';
  on.strokeStyle = '#fff';
  on.stroke(shape('M4 24V13.5a10 10 0 0 1 20 0V24M2 24h24'));
  on.strokeStyle = amber;
  on.stroke(shape('M14 24v-4.5'));
  on.fillStyle = amber;
  on.beginPath();
  on.arc(14, 14, 3.5, 0, 2 * Math.PI);
  on.fill();
  on.restore();
  on.fillStyle = '#fff';
  on.font = `600 60px ${font}`;
  on.textAlign = 'left';
  on.fillText(BRAND.name, MARGIN + 104, 150);
}

function qr(on: CanvasRenderingContext2D, link: string, side: number, top: number): void {
  const left = (WIDTH - side) / 2;
  on.fillStyle = '#fff';
  on.beginPath();
  on.roundRect(left, top, side, side, 40);
  on.fill();
  const { size, path } = qrOf(link);
  // Whole pixels per module keep its edges sharp; the remainder adds to the white margin.
  const module = Math.floor(side / (size + 8));
  const inner = module * size;
  on.save();
  on.translate(Math.round(left + (side - inner) / 2), Math.round(top + (side - inner) / 2));
  on.scale(module, module);
  on.fillStyle = BRAND.colors.basalt;
  on.fill(shape(path));
  on.restore();
}

/** Words; in scripts without spaces, the segments between which a line may break. */
const piecesOf = (text: string, language: string): string[] =>
  'Segmenter' in Intl
    ? Array.from(
        new Intl.Segmenter(language, { granularity: 'word' }).segment(text),
        ({ segment }) => segment,
      )
    : text.split(/(?<=\s)/);

/** Punctuation stays with the preceding word. */
const joined = (pieces: readonly string[]): string[] =>
  pieces.reduce<string[]>((all, piece) => {
    const before = all.at(-1);
    if (before !== undefined && /^[\p{P}\s]+$/u.test(piece)) return [...all.slice(0, -1), before + piece];
    return [...all, piece];
  }, []);

/** Font sizes tried in turn until the sentence fits between QR code and link. */
const SIZES = [42, 38, 34, 30];
const TOP = 985;
const MOST_LINES = 5;

function paragraph(on: CanvasRenderingContext2D, pieces: readonly string[], font: string): void {
  for (const size of SIZES) {
    on.font = `500 ${size}px ${font}`;
    const lines = evenLinesOf(pieces, WIDTH - 2 * MARGIN, (text) => on.measureText(text).width, 20);
    if (lines.length > MOST_LINES && size !== SIZES.at(-1)) continue;
    const step = Math.round(size * 1.36);
    // Vertically centred in its space, however many lines it takes.
    const top = TOP + size + ((MOST_LINES - lines.length) * step) / 2;
    for (const [index, line] of lines.entries()) on.fillText(line, WIDTH / 2, top + index * step);
    return;
  }
}

/** @throws Error if the browser provides no canvas, as some do for privacy */
export async function pictureOf({ label, code, sentence, link, language }: PictureTexts): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const on = canvas.getContext('2d');
  if (!on) throw new Error('no canvas');
  const font = getComputedStyle(document.documentElement).fontFamily;
  ground(on);
  brand(on, font);
  on.textAlign = 'center';
  on.fillStyle = '#aab6c6';
  on.font = `500 38px ${font}`;
  on.fillText(label, WIDTH / 2, 262);
  on.fillStyle = '#fff';
  on.font = `700 116px ${font}`;
  on.letterSpacing = '10px';
  // The spacing after the last letter would push the code to the left.
  on.fillText(code, WIDTH / 2 + 5, 372);
  on.letterSpacing = '0px';
  qr(on, link, 520, 424);
  on.fillStyle = '#fff';
  paragraph(on, joined(piecesOf(sentence, language)), font);
  on.fillStyle = BRAND.colors.amber;
  on.font = `500 34px ${font}`;
  on.fillText(link.replace(/^https?:\/\//, ''), WIDTH / 2, 1296);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('no picture');
  return new File([blob], `adit-invite-${code}.png`, { type: 'image/png' });
}
