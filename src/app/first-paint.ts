// The picture in index.html that is shown before any script or stylesheet has loaded: bar, hero and skeleton of the
// page. It uses only SVG attributes, because the page's policy allows no inline styles and a stylesheet would cost a
// round trip before the first paint. It contains no words, so it cannot be in the wrong language; src/app/start.tsx
// removes it in the frame in which React renders. One inline script, which the policy allows by its hash
// (server/http/security.ts), gives pages other than the entry their own bar: the server does not see the hash of an
// address. If React never renders, because a script is missing or the network hangs, the picture says so itself,
// without any script or stylesheet.
import type { Language } from '#contract/languages.ts';
import { BRAND } from '#lib/brand.ts';

const { basalt, basaltLight, page, card, amber } = BRAND.colors;
const bone = '#E4E7EC';
const ink = '#171B24';

const bar = (x: string, y: number, width: string, height: number, fill: string, opacity = 1): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${height / 2}" fill="${fill}" fill-opacity="${opacity}"/>`;

/** 16 px gutters at 375 px, as shares of the width, because attributes cannot express "100% minus 32 px". */
const cardAt = (y: number): string =>
  `<rect x="4.27%" y="${y}" width="91.46%" height="130" rx="20" fill="${card}"/>` +
  bar('8.5%', y + 24, '30%', 14, bone) +
  bar('8.5%', y + 56, '75%', 12, bone) +
  bar('8.5%', y + 82, '60%', 12, bone);

const lines = (path: string): string =>
  `<path stroke="#fff" stroke-width="1.75" stroke-linecap="round" fill="none" d="${path}"/>`;

/** The mark, at the position and size that the bar gives it. */
const mark =
  `<g transform="translate(54 14)" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">` +
  `<path d="M4 24V13.5a10 10 0 0 1 20 0V24M2 24h24"/><path d="M14 24v-4.5" stroke="${amber}"/><circle cx="14" cy="14" r="3.5" fill="${amber}" stroke="none"/></g>` +
  `<text x="90" y="35" fill="#fff" font-family="system-ui,sans-serif" font-size="20" font-weight="700">${BRAND.name}</text>`;

/** Longer than a slow phone takes on a slow network. */
const LATE_S = 12;

type LateWords = readonly [languages: string, what: string, todo: string];

/**
 * Chosen by the browser's languages, the only ones known without a script. The first match is shown: `zh` comes after
 * the Chinese variants that it would also match, and English last as the fallback.
 */
const LATE_WORDS: Readonly<Record<Language, LateWords>> = {
  ja: ['ja', 'Adit を開けませんでした', 'もう一度試す'],
  th: ['th', 'Adit ยังเปิดไม่ได้', 'ลองอีกครั้ง'],
  vi: ['vi', 'Adit chưa mở được', 'Thử lại'],
  'zh-TW': ['zh-TW,zh-HK,zh-Hant', 'Adit 尚未開啟', '再試一次'],
  'zh-Hans': ['zh', 'Adit 尚未打开', '再试一次'],
  en: ['', 'Adit could not be opened yet', 'Try again'],
};

const lateText = ([languages, what, todo]: LateWords): string =>
  `<g${languages && ` systemLanguage="${languages}"`}>` +
  `<text x="50%" y="358" font-size="16" font-weight="600">${what}</text>` +
  `<text x="50%" y="392" font-size="16" text-decoration="underline">${todo}</text></g>`;

/** Takes the place of the first card. All of it is a link: the address without its hash reloads the page. */
const late =
  `<g visibility="hidden" fill="${ink}" text-anchor="middle" font-family="system-ui,sans-serif">` +
  `<set attributeName="visibility" to="visible" begin="${LATE_S}s"/>` +
  `<a href="/"><rect x="4.27%" y="300" width="91.46%" height="130" rx="20" fill="${card}"/>` +
  `<switch>${Object.values(LATE_WORDS).map(lateText).join('')}</switch></a></g>`;

/** An SVG as a URL in an attribute. */
export const svgUrl = (svg: string): string =>
  `data:image/svg+xml,${encodeURIComponent(svg.trim()).replaceAll('%20', ' ').replaceAll('%3D', '=').replaceAll('%2F', '/').replaceAll('%3A', ':').replaceAll("'", '%27')}`;

/** Menu and mark, and the text of home's hero. */
const entry =
  `<g id="first-entry">${lines('M20 23h16M20 28h16M20 33h10')}${mark}` +
  bar('16', 104, '52%', 22, '#fff', 0.14) +
  bar('16', 140, '66%', 14, '#fff', 0.1) +
  bar('16', 164, '58%', 14, '#fff', 0.1) +
  '</g>';

/** The way back, a title, the menu on the right, and a figure. Only drawn once it has replaced the other bar. */
const inner =
  `<defs><g id="first-inner">${lines('M30.5 21.5 24 28l6.5 6.5')}` +
  `<svg x="100%" overflow="visible">${lines('M-36 23h16M-36 28h16M-36 33h10')}</svg>` +
  bar('56', 21, '34%', 14, '#fff', 0.2) +
  bar('16', 84, '40%', 14, '#fff', 0.1) +
  bar('16', 116, '52%', 34, '#fff', 0.14) +
  '</g></defs>';

/** A path opened without the hash counts too (src/main.tsx). */
const script =
  '<script>/pages\\/(?!index\\/)/.test(location)&&' +
  'document.getElementById("first-entry").replaceWith(document.getElementById("first-inner"))</script>';

/**
 * The markup of `#first`. `art` is the strata as SVG text, 1920 × 480, at the hero's foot as in the stylesheet. The picture is the
 * largest element painted, so that no later text counts as the page's largest paint.
 */
export function firstPaint(art: string): string {
  return (
    `<svg id="first" width="100%" height="900" fill="${basaltLight}"><g role="img" aria-label="${BRAND.name}">` +
    `<rect width="100%" height="900" fill="${page}"/><rect width="100%" height="340" fill="${basalt}"/>` +
    `<svg x="50%" width="1" height="340" overflow="visible"><svg x="-960" width="1920" height="340"><image href="${svgUrl(art)}" y="-140" width="1920" height="480"/></svg></svg>` +
    `${entry}${inner}${cardAt(300)}${cardAt(442)}</g>${late}</svg>${script}`
  );
}
