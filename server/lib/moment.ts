/** Times as an operator types them. Pure. */
import { CommandError } from '#server/operator/protocol.ts';

/**
 * Days and times without a zone are in Asia/Singapore, which has been at UTC+8 without daylight saving time since 1982.
 */
const ZONE = '+08:00';
const FORM = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/i;

/** `2026-12-01`, `2026-12-01T20:00` (both in Singapore) or with an explicit zone. @throws CommandError for anything else */
export function readMoment(text: string): Date {
  const [, day = '', minutes = '00:00', seconds = ':00', zone = ZONE] = FORM.exec(text.trim()) ?? [];
  const moment = new Date(`${day}T${minutes}${seconds}${zone.toUpperCase()}`);
  const midnight = new Date(`${day}T00:00:00Z`);
  // A date that does not exist, such as 31 June, would be read as 1 July.
  const real = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
  if (!real || Number.isNaN(moment.getTime()))
    throw new CommandError(
      `not a time: ${text.slice(0, 60)}; write 2026-12-01, 2026-12-01T20:00 (Singapore) or 2026-12-01T12:00Z`,
    );
  return moment;
}
