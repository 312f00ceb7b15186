/** `operator push status`: whether reminders reach the devices that want them. */
import { HOUR_MS } from '#rules/days.ts';
import type { Database } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import type { Command } from '#server/operator/protocol.ts';
import { pushFigures } from './deliveries.repository.ts';

export const pushCommands = (deps: { database: Pick<Database, 'kysely'>; clock: Clock }): Command[] => [
  {
    name: 'push status',
    usage:
      'push status                       devices with reminders, what waits, what became of the last hour',
    async run() {
      const since = new Date(Math.floor(deps.clock.wall().getTime() / HOUR_MS - 1) * HOUR_MS);
      const { devices, waiting, due, endings } = await pushFigures(
        deps.database.kysely,
        deps.clock.now(),
        since,
      );
      const ended = endings.map(({ outcome, count }) => `${count} ${outcome}`).join(', ') || 'none';
      return {
        text: [
          `${devices} devices, ${waiting} reminders wait, ${due} of them due`,
          `ended since ${since.toISOString()}: ${ended}`,
        ].join('\n'),
      };
    },
  },
];
