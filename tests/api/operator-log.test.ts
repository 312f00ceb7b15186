/** The operator's log: it says who did what and how it ended, and nobody can remove an entry. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { CommandError } from '#server/operator/protocol.ts';
import { DATABASE_TEMPLATE, copyOf } from '#tests/support/templates.ts';
import { emptyPlace, onPostgres, quiet } from '#tests/support/databases.ts';
import { fileOf, handClock, operatorOf } from '#tests/support/operator.ts';
import { ROOT } from '#tests/support/steps.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 11, 1, 4, minute));
const rows = (text: string) => text.split('\n').map((line) => line.split('\t'));

onPostgres((open) => {
  const clock = handClock(at(0));
  const changes = true as const;
  let say: ReturnType<typeof operatorOf>;
  beforeAll(async () => {
    say = operatorOf(open(), clock, [
      {
        name: 'door open',
        usage: 'door open WIDTH [--slowly]',
        changes,
        run: async () => ({ text: 'it is open\nby 3 m' }),
      },
      {
        name: 'door shut',
        usage: 'door shut',
        changes,
        async run() {
          throw new CommandError('somebody stands in it');
        },
      },
      {
        name: 'doors',
        usage: 'doors FILE…',
        changes,
        files: (words) => [...words],
        async run() {
          throw new TypeError('of the inside');
        },
      },
      { name: 'door look', usage: 'door look', run: async () => ({ text: 'a door' }) },
    ]);
    await say('door open 3 --slowly --as olga');
    clock.set(at(1));
    await say('door shut', [], 'nils');
    clock.set(at(2));
    await say('doors key.png', [fileOf('key.png', 'the key itself')], 'nils').catch(() => undefined);
    await say('door look', [], 'nils');
  });

  test('the log lists who did what and how it ended, newest first, without commands that only read', async () => {
    const hash = createHash('sha256').update('the key itself').digest('hex').slice(0, 16);
    expect(rows((await say('audit')).text)).toEqual([
      [
        '3',
        at(2).toISOString(),
        'nils',
        'failed',
        `doors key.png [key.png 14 bytes sha256 ${hash}]`,
        expect.stringContaining('server log'),
      ],
      ['2', at(1).toISOString(), 'nils', 'refused', 'door shut', 'somebody stands in it'],
      ['1', at(0).toISOString(), 'olga (root)', 'done', 'door open 3 --slowly', 'it is open'],
    ]);
  });

  test('the log is filtered by time, name and words', async () => {
    const numbers = async (options: string) =>
      rows((await say(`audit ${options}`)).text).map(([number]) => number);
    expect(await numbers('--by nils')).toEqual(['3', '2']);
    expect(await numbers('--by olga')).toEqual(['1']);
    expect(await numbers('--by root')).toEqual(['1']);
    expect(await numbers('--command door')).toEqual(['2', '1']);
    expect(await numbers('--command=doors')).toEqual(['3']);
    expect(await numbers('--since 2026-12-01T12:01')).toEqual(['3', '2']);
    expect(await numbers('--limit 1')).toEqual(['3', 'and more; only 1 are shown']);
    expect((await say("audit --by '; drop table operator_commands; --'")).text).toMatch(
      /no option|nothing was changed|needs/,
    );
  });

  test.each(['--limit 0', '--limit 1001', '--limit x', '--since yesterday', '--who nils'])(
    'the log refuses %s',
    async (option) => {
      const { ok, text } = await say(`audit ${option}`);
      expect([ok, text.includes('\n')]).toEqual([false, false]);
    },
  );

  test('the log stores no file content', async () => {
    const { rows: all } = await sql<{
      text: string;
    }>`select c::text as text from operator_commands c`.execute(open().kysely);
    expect(all).toHaveLength(3);
    for (const { text } of all) {
      expect(text).not.toContain('the key itself');
      expect(text).not.toContain(Buffer.from('the key itself').toString('base64'));
    }
  });

  test.each([
    'update operator_commands set as_name = null',
    "update operator_outcomes set outcome = 'done'",
    'delete from operator_outcomes',
    'delete from operator_commands where id = 1',
    'truncate operator_commands cascade',
    'truncate operator_outcomes',
    "insert into operator_outcomes values (1, now(), 'refused', 'not me')",
    "insert into operator_outcomes values (99, now(), 'done', '')",
    "insert into operator_commands (at, os_user, command, args, options, files) values (now(), 'x', 'x', '[]', '{}', '[]') on conflict (id) do update set os_user = 'y'; delete from operator_commands",
  ])('%s is refused', async (statement) => {
    const before = (await say('audit')).text;
    await expect(sql.raw(statement).execute(open().kysely)).rejects.toThrow();
    expect((await say('audit')).text).toBe(before);
  });

  test('characters that cannot be stored, and terminal codes, are stored and shown as spaces', async () => {
    await say('door open \u0000\u001b[2J\tx');
    expect((await say('audit --limit 1')).text.split('\n')[0]).toMatch(
      /\tdoor open ?\S* ?\[2J x\tit is open$/,
    );
  });
});

describe('a killed server', () => {
  test('leaves the beginning of a running command in the log, with an unknown end', async () => {
    const dataDir = await copyOf(DATABASE_TEMPLATE, 'adit-log-');
    const place = dataDir === undefined ? await emptyPlace('pglite') : undefined;
    const folder = dataDir ?? place?.dataDir ?? '';
    try {
      const child = spawn(process.execPath, [join(ROOT, 'tests/support/operator-child.ts'), folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await new Promise((resolve) => child.stdout.once('data', resolve));
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('exit', resolve));
      const database = await openDatabase({ dataDir: folder, log: quiet });
      const { text } = await operatorOf(database, handClock(at(0)))('audit');
      expect(text).toMatch(/^1\t[^\t]+\tolga \(root\)\tunknown end\tendless work\t$/);
      await database.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
