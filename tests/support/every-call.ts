/** Questions about every call of a running server: what a bare request of it answers, and whether the OpenAPI document has an example of its reply. */
import { type CallName, callNames, callOf } from '#contract';

interface Operation {
  readonly responses: Readonly<Record<string, unknown>>;
}

const partsOf = (name: CallName) => name.split(' ') as [method: string, path: string];

/** HTTP status of a request without session, signature and input. Streams and the time machine are not asked. */
export async function statuses(url: string): Promise<[CallName, number][]> {
  const asked = callNames.filter((name) => callOf(name).form !== 'events' && name !== 'POST /api/demo/skip');
  const ask = async (name: CallName): Promise<[CallName, number]> => {
    const [method, path] = partsOf(name);
    const body = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
    return [name, (await fetch(url + path, { method, ...body })).status];
  };
  return Promise.all(asked.map(ask));
}

/** Calls whose success has no example in the document; the document itself needs none. */
export async function withoutExample(url: string): Promise<CallName[]> {
  const reply = await fetch(`${url}/api/openapi.json`);
  const { paths } = (await reply.json()) as { paths: Record<string, Record<string, Operation>> };
  return callNames.filter((name) => {
    const [method, path] = partsOf(name);
    const success = paths[path]?.[method.toLowerCase()]?.responses['200'];
    return callOf(name).form !== 'document' && !JSON.stringify(success ?? '').includes('"example');
  });
}
