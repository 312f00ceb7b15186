// Contrasts of the tokens: every text on every background that it is used on, and everything that shows a control, a
// state or a figure without text. Text sizes: six and no others.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '..');
const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--color-([\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name = '', hex = '']) => [name, hex]),
);

/** Relative luminance of WCAG 2.2. */
function luminance(name: string): number {
  const hex = tokens.get(name)?.slice(1);
  if (hex === undefined) throw new Error(`no colour ${name}`);
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const LIGHT = ['white', 'page', 'wash', 'amber-wash', 'malachite-wash', 'garnet-wash'];
const DARK = ['basalt', 'basalt-2', 'basalt-3'];

/** Text colours with their backgrounds: 4.5:1. */
const TEXTS: Record<string, readonly string[]> = {
  ink: [...LIGHT, 'line'],
  muted: [...LIGHT, 'line'],
  basalt: [...LIGHT, 'amber'],
  'basalt-3': LIGHT,
  'amber-ink': LIGHT,
  malachite: LIGHT,
  garnet: LIGHT,
  white: [...DARK, 'ink', 'malachite', 'garnet', 'muted'],
  mist: DARK,
  amber: DARK,
  'malachite-bright': DARK,
  'garnet-bright': DARK,
};

/** Icons, borders of fields, switches, dots, bars of charts and focus rings, with their surroundings: 3:1. */
const PARTS: Record<string, readonly string[]> = {
  faint: ['white', 'page', 'wash'],
  'amber-deep': ['white', 'page', 'wash', 'amber-wash'],
  malachite: ['white', 'page', 'wash'],
  'basalt-3': ['white', 'page', 'wash'],
  garnet: ['white', 'page', 'wash'],
  ink: ['white', 'page', 'wash', 'amber'],
  amber: DARK,
};

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => readFileSync(join(SRC, file), 'utf8'));

const NAMES = [...tokens.keys()].toSorted((a, b) => b.length - a.length).join('|');
const used = (kind: string, text: string): string[] =>
  [...text.matchAll(new RegExp(`(?<![\\w:-])${kind}-(${NAMES})(?![\\w/-])`, 'g'))].map(
    ([, name = '']) => name,
  );

test.each(Object.entries(TEXTS))('%s is readable on its backgrounds', (text, grounds) => {
  for (const ground of grounds) expect(contrast(text, ground), ground).toBeGreaterThanOrEqual(4.5);
});

test.each(Object.entries(PARTS))('%s stands out without words', (part, grounds) => {
  for (const ground of grounds) expect(contrast(part, ground), ground).toBeGreaterThanOrEqual(3);
});

test('no page uses a text colour that is not checked here', () => {
  const written = new Set(
    sources.flatMap((text) => [...used('text', text), ...used('placeholder:text', text)]),
  );
  // As a thin line around an unselected lane.
  const checked = new Set([...Object.keys(TEXTS), ...Object.keys(PARTS), 'line']);
  expect([...written].filter((name) => !checked.has(name))).toEqual([]);
  expect(written.size).toBeGreaterThan(8);
});

test('text and background that are named together are readable', () => {
  const pairs = new Set<string>();
  for (const text of sources)
    for (const [, names = ''] of text.matchAll(/["'`]([^"'`\n]*)["'`]/g))
      for (const ground of used('bg', names))
        for (const colour of used('text', names)) pairs.add(`${colour} ${ground}`);
  expect(pairs.size).toBeGreaterThan(15);
  const faint = [...pairs].filter((pair) => {
    const [colour = '', ground = ''] = pair.split(' ');
    return contrast(colour, ground) < 4.5;
  });
  expect(faint).toEqual([]);
});

test('fields, charts and the focus use colours that stand out', () => {
  const read = (file: string) => readFileSync(join(SRC, 'ui', file), 'utf8');
  expect(read('field.tsx')).toContain("'border-garnet' : 'border-faint'");
  expect(read('chart.tsx')).not.toMatch(/(fill|bg)-amber(?!-)/);
  expect(css).toMatch(/outline: 3px solid var\(--focus, var\(--color-ink\)\)/);
  for (const text of sources)
    expect(text).not.toMatch(/focus-visible:outline-amber|within:ring-amber(?!\/30)/);
});

const PX_PER_REM = 16;
const SIZES = new Map(
  [...css.matchAll(/--text-([a-z0-9]+): ([\d.]+)rem;/g)].map(([, name = '', rem = '']) => [
    name,
    Number(rem) * PX_PER_REM,
  ]),
);

test('text has six sizes', () => {
  expect(css).toContain('--text-*: initial;');
  expect([...SIZES.values()]).toEqual([12, 14, 16, 20, 28, 40]);
});

test('nothing is written in another size', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css|svg|html)$/.test(file) && !file.includes('.test.'))
    .map((file) => join(SRC, file));
  const other = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const named = [
      ...text.matchAll(/(?<![\w-])text-((?:[2-9]?x?[sl]|sm|md|base)(?![\w-])|[2-9]xl|\[[^#\]]*\])/g),
    ]
      .filter(([, name = '']) => !SIZES.has(name))
      .map(([utility]) => utility);
    const styled = [...text.matchAll(/font-?size["']?\s*[:=]\s*([^;,}>\s]+)|font:\s*([\d.]+\w+)/gi)]
      .filter(
        ([, size = '', short = '']) =>
          ![...SIZES.values()].includes(Number.parseFloat((size || short).replace(/["'`{]/g, ''))),
      )
      .map(([style]) => style);
    return [...named, ...styled].map((found) => `${file.slice(SRC.length + 1)}: ${found}`);
  });
  expect(other).toEqual([]);
});

test('the typeface is small and may not replace what is already shown', () => {
  expect(readFileSync(join(SRC, 'ui/hanken-grotesk.woff2')).length).toBeLessThan(30_000);
  expect(/@font-face \{\s+font-family: Grotesk;[^}]*\}/.exec(css)?.[0]).toContain('font-display: optional');
  expect(css.match(/font-family: Stand-in;[^}]*ascent-override/g)).toHaveLength(2);
});
