// Catalogues: English is written in the code, the translations beside it, one loaded chunk a language.
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { LANGUAGES } from './src/contract/languages.ts';

export default defineConfig({
  sourceLocale: 'en',
  locales: [...LANGUAGES],
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['<rootDir>/src'],
      exclude: ['<rootDir>/src/contract', '<rootDir>/src/gallery', '**/*.test.ts', '**/*.test.tsx'],
    },
  ],
  // Without line numbers and dates, so that a catalogue changes only when a text does.
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
});
