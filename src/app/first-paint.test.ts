// The prerendered picture complies with the page's policy and contains no language.
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { BRAND } from '#lib/brand.ts';
import { firstPaint } from './first-paint.ts';

const art = readFileSync(new URL('../ui/strata.svg', import.meta.url), 'utf8');
const picture = firstPaint(art);

test('contains no inline styles and handlers, which the policy forbids, and one script, which it allows', () => {
  expect(picture).not.toMatch(/\sstyle=|<style|\son\w+=/);
  expect(picture.match(/<script/g)).toEqual(['<script']);
});

test.each([
  ['#/', false],
  ['', false],
  ['#/pages/index/index', false],
  ['#/pages/mining/index?from=mail', true],
  ['pages/notice/details?id=3', true],
])('at /%s, it has the bar of another page than the entry: %s', (address, isInner) => {
  const [, script = ''] = /<script>(.*)<\/script>/.exec(picture) ?? [];
  const replaced: string[] = [];
  const element = (id: string) => ({ id, replaceWith: (by: { id: string }) => replaced.push(id, by.id) });
  runInNewContext(script, {
    location: new URL(address, 'https://adit.example/'),
    document: { getElementById: (id: string) => (picture.includes(`id="${id}"`) ? element(id) : null) },
  });
  expect(replaced).toEqual(isInner ? ['first-entry', 'first-inner'] : []);
});

test('shows no word but the name, unless the page is late', () => {
  const [first = '', late = ''] = picture.split('<g visibility="hidden"');
  expect(first.replace(/<[^>]*>/g, '')).toBe(BRAND.name);
  expect(late).toMatch(/<set attributeName="visibility" to="visible" begin="\d+s"\/><a href="\/">/);
});

test('includes the strata unchanged', () => {
  const href = /<image href="data:image\/svg\+xml,([^"]*)"/.exec(picture)?.[1] ?? '';
  expect(decodeURIComponent(href)).toBe(art.trim());
});

test('has the lines of the strata below the text of a hero', () => {
  const heights = [...art.matchAll(/<path d="M0 (\d+)[^>]*stroke-opacity/g)].map(([, y]) => Number(y));
  expect(heights).toHaveLength(5);
  // Of 480: a hero ends with 64 px without text (hero.tsx), and a line waves by up to 7.
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(480 - 64 + 7);
});

test('stays small, because it is part of every visit to the page', () =>
  expect(picture.length).toBeLessThan(8000));
