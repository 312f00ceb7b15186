/** The operator's commands for the welcome notice: versions that everybody agrees to once. */
import { LANGUAGES } from '#contract/languages.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { type Command, CommandError } from '#server/operator/protocol.ts';
import { isMarkdown, missingLanguages, readNotice } from './article-file.rules.ts';
import { type ReadMarkdown, warningsOf } from './article.preview.ts';
import { insertWelcome, welcomeVersions } from './content.writes.ts';

interface WelcomeCommandsDeps {
  readonly database: Pick<Database, 'kysely'>;
  readonly clock: Clock;
  readonly readMarkdown: ReadMarkdown;
}

const LISTED = 50;

export function welcomeCommands({ database, clock, readMarkdown }: WelcomeCommandsDeps): Command[] {
  const db = database.kysely;
  return [
    {
      name: 'welcome list',
      usage:
        'welcome list                      versions of the welcome notice; the first is the one that is shown',
      async run() {
        const rows = await welcomeVersions(db, LISTED);
        const lines = rows.map(({ version, publishedAt, langs }) =>
          [version, publishedAt.toISOString(), langs].join('\t'),
        );
        return { text: lines.length ? lines.join('\n') : 'there is no notice' };
      },
    },
    {
      name: 'welcome publish',
      usage: 'welcome publish VERSION FILE…      shows a new notice, which everybody has to agree to once',
      details: `A file a language, called NAME.LANG.md (LANG is one of ${LANGUAGES.join(', ')}), Markdown without a title; English or simplified
Chinese is needed. A version stays as it is: whoever agreed has agreed to its words. VERSION is your own, such as 2026-12-1.`,
      changes: true,
      files: ([, ...files]) => files,
      async run([version], _by, given) {
        if (version && isMarkdown(version))
          throw new CommandError(`give a version before the files: welcome publish VERSION ${version}`);
        if (!version || !/^[\w.-]{1,40}$/.test(version))
          throw new CommandError(
            'a version has at most 40 letters, digits, dots and dashes, such as 2026-12-1',
          );
        const files = given?.files ?? [];
        const strange = files.find(({ name }) => !isMarkdown(name));
        if (strange) throw new CommandError(`${strange.name} is not a Markdown file (NAME.LANG.md)`);
        const bodies = readNotice(files);
        const notes = missingLanguages(bodies.keys());
        const warnings = [...bodies].flatMap(([lang, body]) =>
          warningsOf(body, readMarkdown(body)).map((warning) => `warning: ${lang}: ${warning}`),
        );
        if (!(await inTransaction(db, (tx) => insertWelcome(tx, version, bodies, clock.now()))))
          throw new CommandError(
            `there is a notice ${version} already; a change of words needs a new version`,
          );
        return {
          text: [
            `notice ${version} is shown, in ${[...bodies.keys()].join(', ')}`,
            ...notes,
            ...warnings,
          ].join('\n'),
        };
      },
    },
  ];
}
