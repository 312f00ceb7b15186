/** Events about what people do: each executed POST announces the changes that the contract lists for it. */
import type { CallName } from '#contract';
import { changes } from '#contract';
import type { Call } from '#contract/call.ts';
import { type Topic, TOPICS, topicsOf } from '#contract/topics.ts';
import type { EventHub } from './events.ts';
import { throttle } from '#server/lib/throttle.ts';

/** Minimum time between two events of the same topic to everybody, per process. */
const EVERYBODY_MS = 1000;

export type Done = (
  route: { readonly name: CallName; readonly call: Pick<Call, 'dryRun'> },
  input: unknown,
  account: bigint | null,
) => void;

/** Returns a function to call once after each POST whose effect has been committed. */
export function tellChanges(events: Pick<EventHub, 'publish'>): Done {
  const tellers = new Map<Topic, () => void>();
  function tellEverybody(topic: Topic): void {
    const teller = tellers.get(topic) ?? throttle(EVERYBODY_MS, () => events.publish({ topic }));
    tellers.set(topic, teller);
    teller();
  }
  return ({ name, call: { dryRun } }, input, account) => {
    if (dryRun !== undefined && (input as Record<string, unknown>)[dryRun] === true) return;
    for (const topic of topicsOf(changes[name as keyof typeof changes])) {
      if (TOPICS[topic].to === 'everybody') tellEverybody(topic);
      else if (account !== null) events.publish({ user: account, topic });
    }
  };
}
