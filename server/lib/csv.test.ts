/** Cells written into a CSV file are read back unchanged, and none of them is run as a formula. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('no cell ends early or runs as a formula', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const cell = csvLine(text).slice(0, -2);
      const inner = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect(inner === text || inner === `'${text}`).toBe(true);
      if (!cell.startsWith('"')) expect(cell).not.toMatch(/[",\r\n]/);
      expect(inner).not.toMatch(/^[=+@\t\r]|^-(?!\d+(\.\d+)?$)/);
    }),
  );
  expect(csvLine('=1+1', '-5', '-5.25', '-x', '@a', '+1', 'a,b', 'a"b', '0x1')).toBe(
    `'=1+1,-5,-5.25,'-x,'@a,'+1,"a,b","a""b",0x1\r\n`,
  );
});
