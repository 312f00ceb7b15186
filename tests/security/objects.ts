/**
 * A walk over every object: another account requests everything the first one sees that could identify something, in
 * every field of every call that takes it. Nothing of the first account is revealed or changed, and its ids get the
 * same answers as ids of nothing.
 */
import type * as z from 'zod/mini';
import { type CallName, callOf } from '#contract';
import { Amount, Coin } from '#contract/shapes.ts';
import { inputOf } from '#tests/support/samples.ts';
import { ATTACKED, type Actor, type Target, belongings, bookFaults, ending, enter, furnish } from './cast.ts';
import { Findings, faultsOf, signed, transmit } from './wire.ts';

/**
 * What could identify something: numbers, dates, codes, hashes, addresses, ids of devices, cursors. No amounts: they
 * have decimals.
 */
const NAMES = /^(\d{1,18}|\d{4}-\d\d-\d\d|[\w-]{4,200}={0,2}|0x[0-9a-f]+)$/i;
/** The fields of replies that identify one object. */
const OF_ONE = new Set(['id', 'entry', 'pairing', 'deviceId', 'txHash', 'code']);

interface Seen {
  readonly names: Set<string>;
  /** Objects, with the call that returned them: an id may mean something else in another call. */
  readonly objects: Set<string>;
}

function look(call: CallName, value: unknown, seen: Seen, key = ''): void {
  if (typeof value === 'object' && value !== null)
    for (const [field, inner] of Object.entries(value))
      look(call, inner, seen, Array.isArray(value) ? key : field);
  if (typeof value !== 'string' || !NAMES.test(value)) return;
  seen.names.add(value);
  if (OF_ONE.has(key)) seen.objects.add(`${call} ${key} ${value}`);
}

const reads = ATTACKED.filter((name) => name.startsWith('GET ') && !callOf(name).form);

/** Everything an account sees that could identify something. */
async function seenBy({ api }: Actor): Promise<Seen> {
  const seen: Seen = { names: new Set(), objects: new Set() };
  for (const name of reads) {
    const query = callOf(name).query;
    const inputs = [inputOf(name), ...(query?.safeParse({ limit: '1' }).success ? [{ limit: '1' }] : [])];
    for (const input of inputs) look(name, (await api.send(name, input)).data, seen);
  }
  return seen;
}

const schemaOf = (name: CallName): z.ZodMiniType | undefined => callOf(name).query ?? callOf(name).body;

type Shape = Readonly<Record<string, z.ZodMiniType>>;

const shapeOf = (name: CallName): Shape =>
  (schemaOf(name) as unknown as { _zod: { def: { shape?: Shape } } } | undefined)?._zod.def.shape ?? {};

/** Amounts and coins do not identify anything. */
const isPlain = (field: z.ZodMiniType): boolean => {
  const { innerType } = (field as unknown as { _zod: { def: { innerType?: z.ZodMiniType } } })._zod.def;
  return innerType ? isPlain(innerType) : [Amount, Coin].some((plain) => (field as unknown) === plain);
};

/** The inputs that contain `value`: the call's example with it in one field. */
function inputsWith(name: CallName, value: string): Record<string, unknown>[] {
  const schema = schemaOf(name);
  if (!schema) return [];
  return Object.entries(shapeOf(name))
    .filter(([, field]) => !isPlain(field))
    .flatMap(([field]) => [
      { ...inputOf(name), [field]: value },
      // Replaces the example's other fields if only one may be given.
      { [field]: value },
    ])
    .filter((input) => schema.safeParse(input).success);
}

/** An identifier of the same form that identifies nothing; undefined for a cursor, whose content says what it is. */
function nothingLike(value: string): string | undefined {
  if (/^0x[0-9a-f]{40}$/i.test(value)) return '0x52908400098527886E0F7030069857D2E4169EE7';
  if (/^\d+$/.test(value)) return '987654321';
  return /^\w+\./.test(Buffer.from(value, 'base64url').toString())
    ? undefined
    : value.replaceAll(/[a-z]/gi, 'q');
}

/** What a reply says, without its clock and without what the caller sent; for a change, whether it was made. */
const saying = (name: CallName, text: string, value: string): string =>
  name.startsWith('POST ')
    ? (/^\{"code":\d+/.exec(text)?.[0] ?? text)
    : text.replaceAll(`"${value}"`, '""').replace(/"(serverTime|asOf|expiresAt)":"[^"]*"/g, '');

interface WalkReport {
  /** Identifiers that one account saw. */
  readonly names: number;
  readonly requests: number;
  readonly problems: string[];
}

export async function walkObjects(target: Target): Promise<WalkReport> {
  const findings = new Findings();
  const ann = await enter(target);
  const ben = await enter(target);
  await furnish(ann);
  await furnish(ben);
  const [hers, own] = [await seenBy(ann), await seenBy(ben)];
  const only = [...hers.objects].filter((object) => !own.objects.has(object));
  const names = new Set([
    ...[...hers.names, ann.token, ann.outboxToken].filter((name) => !own.names.has(name)),
    ...only.map((object) => object.split(' ').at(-1) ?? ''),
  ]);
  const before = await belongings(ann.api);
  let requests = 0;

  async function ask(name: CallName, input: Record<string, unknown>) {
    requests += 1;
    const [method = '', path = ''] = name.split(' ');
    const query =
      method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : '';
    const reply = await transmit(target.url, {
      ...{ method, path: path + query },
      headers: {
        authorization: `Bearer ${ben.token}`,
        ...(method === 'POST' && {
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        }),
      },
      body: method === 'POST' ? signed(JSON.stringify(input)) : undefined,
    });
    return reply;
  }

  for (const name of ATTACKED.filter((each) => callOf(each).form !== 'events' && !callOf(each).files)) {
    if (ending(name) && !('id' in shapeOf(name))) continue;
    for (const value of names) {
      for (const input of inputsWith(name, value)) {
        const reply = await ask(name, input);
        const example = `${name} ${JSON.stringify(input)}`;
        // What a caller has sent is no secret to that caller.
        const foreign = ann.secrets.filter((secret) => !value.toLowerCase().includes(secret.toLowerCase()));
        for (const fault of faultsOf(name, reply, foreign)) findings.add(fault, example);
        const told: Seen = { names: new Set(), objects: new Set() };
        // A table (CSV) shows its content in plain text, which `faultsOf` has searched.
        if (String(reply.headers['content-type']).includes('json'))
          look(name, (JSON.parse(reply.text) as { data: unknown }).data, told);
        for (const object of told.objects)
          if (hers.objects.has(object) && !own.objects.has(object))
            findings.add(`tells of ${object}`, example);
        const nothing = nothingLike(value);
        if (nothing === undefined || callOf(name).session === 'none') continue;
        const same = Object.fromEntries(
          Object.entries(input).map(([field, given]) => [field, given === value ? nothing : given]),
        );
        if (!schemaOf(name)?.safeParse(same).success) continue;
        const other = await ask(name, same);
        if (saying(name, other.text, nothing) !== saying(name, reply.text, value))
          findings.add(
            `${name} answers what is another’s otherwise than nothing`,
            `${example}: ${reply.text.slice(0, 200)} instead of ${other.text.slice(0, 200)}`,
          );
      }
    }
  }
  if ((await belongings(ann.api)) !== before) findings.add('an account was changed by another', 'at the end');
  return { names: names.size, requests, problems: [...findings.lines, ...(await bookFaults(target))] };
}
