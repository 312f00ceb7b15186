/** `operator setting …`: changes and resets the settings that may change while servers run. */
import { SETTINGS } from './config.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { type Command, CommandError } from '#server/operator/protocol.ts';
import { deleteSetting, writeSetting } from './settings.repository.ts';
import { DEMO_ONLY, LIVE, type LiveName, isLive, issueOf, wordOf } from './settings.rules.ts';
import type { Settings } from './settings.ts';

const readName = (text: string | undefined): LiveName => {
  const name = (text ?? '').toUpperCase();
  if (isLive(name)) return name;
  if (Object.hasOwn(SETTINGS, name))
    throw new CommandError(`${name} is read at the start: change it in the environment and restart`);
  throw new CommandError(
    `${name ? `${name} is not` : 'give the name of'} a setting; \`setting list\` shows them`,
  );
};

export function settingCommands({ settings, clock }: { settings: Settings; clock: Clock }): Command[] {
  const { env } = settings;
  const word = (name: LiveName) => {
    const { settings: stored } = settings.now().stored;
    const found = wordOf(env, Object.fromEntries(stored.map((one) => [one.name, one.value])), name);
    const row = found.source === 'operator' ? stored.find((one) => one.name === name) : undefined;
    const from = row ? `operator (${row.by}, ${row.at.toISOString()})` : found.source;
    return { value: found.value ?? '(as the meaning says)', from };
  };
  return [
    {
      name: 'setting list',
      usage: 'setting list                      settings you can change: value, source, meaning',
      async run() {
        const { demo } = settings.now().config;
        const lines = LIVE.filter((name) => demo || name !== DEMO_ONLY).map((name) => {
          const { value, from } = word(name);
          return [name, value, from, SETTINGS[name].doc].join('\t');
        });
        return { text: lines.join('\n') };
      },
    },
    {
      name: 'setting set',
      usage: 'setting set NAME VALUE            changes one on all servers; overrides the environment',
      changes: true,
      async run([first, ...rest], by) {
        const name = readName(first);
        const value = rest.join(' ').trim();
        if (!value) throw new CommandError(`give a value: setting set ${name} VALUE`);
        const issue = issueOf(env, name, value);
        if (issue) throw new CommandError(issue);
        await settings.change((db) => writeSetting(db, name, { value, at: clock.now(), by }));
        return { text: `${name} is ${value} here now, and in every other server within 5 s` };
      },
    },
    {
      name: 'setting reset',
      usage: 'setting reset NAME                resets one to the environment or the default',
      changes: true,
      async run([first]) {
        const name = readName(first);
        if (!(await settings.change((db) => deleteSetting(db, name))))
          throw new CommandError(`${name} was not changed by an operator`);
        const { value, from } = word(name);
        return { text: `${name} is ${value} again (${from})` };
      },
    },
  ];
}
