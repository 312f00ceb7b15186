// One wish of a person over all its tries: kept and sent by the outbox, or sent directly where nothing can be kept. Whichever way it
// goes, it has one Idempotency-Key until an answer is known.
import { intentKey, isUnsure, send } from './client.ts';
import { ApiError } from './errors.ts';
import { act, type Acted, takeBack } from './outbox-act.ts';
import type { QueueableCall } from './outbox.rules.ts';

type Intent = ReturnType<typeof intentKey>;

/** A failing device may have written it down all the same: what is answered has no need to be sent again. */
const dropCopy = (key: string): void => void takeBack(key).catch(() => undefined);

/** The next try of the same input while the outcome is not known is the same wish. */
export function queueableIntent<K extends QueueableCall>(name: K): (input: unknown) => Promise<Acted<K>> {
  async function directly(input: unknown, { key, close }: Intent): Promise<Acted<K>> {
    if (!navigator.onLine) return { kind: 'not_stored' };
    const over = () => {
      close();
      dropCopy(key);
    };
    try {
      const data = await send(name, input, { key });
      over();
      return { kind: 'done', data, direct: true };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.name === 'aborted') return { kind: 'refused', error };
      if (isUnsure(error)) return { kind: 'not_stored', unsure: true };
      over();
      return { kind: 'refused', error };
    }
  }

  return async (input) => {
    const intent = intentKey(name, input);
    const acted = await act(name, input, intent.key);
    // Should the outbox have it all the same and send it before the copy is dropped, it still counts once.
    if (acted.kind === 'not_stored') return directly(input, intent);
    intent.close();
    return acted;
  };
}
