// An icon means one thing.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '..');

test('the round arrow is on nothing but the buttons that refresh', () => {
  const buttons = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => readFileSync(join(SRC, file), 'utf8').match(/icon="refresh"[^>]*>/g) ?? []);
  expect(buttons.length).toBeGreaterThan(1);
  for (const button of buttons) expect(button).toMatch(/label=\{t`Refresh`\}/);
});
