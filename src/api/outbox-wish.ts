// One wish of a person over all its tries: kept and sent by the outbox, or sent directly where nothing can be kept. Whichever way it
// goes, it has one Idempotency-Key until an answer is known.
import { uuid } from '#lib/ids.ts';
import { send } from './client.ts';
import { ApiError } from './errors.ts';
import { act, type Acted, takeBack } from './outbox-act.ts';
import type { QueueableCall } from './outbox.rules.ts';

/** A failing device may have written it down all the same: what is answered has no need to be sent again. */
const dropCopy = (key: string): void => void takeBack(key).catch(() => undefined);

/** The next try of the same input after a lost answer is the same wish. */
export function wish<K extends QueueableCall>(name: K): (input: unknown) => Promise<Acted<K>> {
  /** Sent directly, and no answer came. */
  let open: { key: string; about: string } | undefined;

  async function directly(input: unknown, tried: { key: string; about: string }): Promise<Acted<K>> {
    if (!navigator.onLine) return { kind: 'unkept' };
    open = tried;
    try {
      const data = await send(name, input, { key: tried.key });
      open = undefined;
      dropCopy(tried.key);
      return { kind: 'done', data, direct: true };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.transport && error.name !== 'aborted') return { kind: 'unkept', unsure: true };
      if (!error.transport) {
        open = undefined;
        dropCopy(tried.key);
      }
      return { kind: 'refused', error };
    }
  }

  return async (input) => {
    const about = JSON.stringify(input ?? {});
    const key = open?.about === about ? open.key : uuid();
    const acted = await act(name, input, key);
    // Should the outbox have it all the same and send it before the copy is dropped, it still counts once.
    if (acted.kind === 'unkept') return directly(input, { key, about });
    open = undefined;
    return acted;
  };
}
