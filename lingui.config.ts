// Catalogues: English is written in the code, five translations beside it, one loaded chunk a language.
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'ja', 'th', 'vi', 'zh-Hans', 'zh-TW'],
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
