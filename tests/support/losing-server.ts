// A fake server for the outbox, without a network. It can lose a response after committing, be busy, fail or be unreachable.

interface Asked {
  key: string;
  path: string;
  token: string;
  lang: string;
  body: Record<string, unknown>;
}

/** What happens to a request. `lose` commits but drops the response; `cut` fails before the request takes effect. */
export type Fate = 'answer' | 'lose' | 'cut' | 'busy' | 'broken' | 'portal';

/** Honours idempotency keys: a repeated key gets the stored reply and is not executed again. */
export function fakeServer() {
  const replies = new Map<string, { code: number; data: unknown }>();
  const effects: string[] = [];
  const asked: Asked[] = [];
  const server = {
    effects,
    asked,
    fates: [] as Fate[],
    forget: () => replies.clear(),
    clock: () => Date.now(),
    refuse: (_: Asked): number | undefined => undefined,
    reply: (status: number, code: number, data: unknown = null, headers: Record<string, string> = {}) =>
      new Response(JSON.stringify({ code, message: `code ${code}`, data }), {
        status,
        headers: { Date: new Date(server.clock()).toUTCString(), ...headers },
      }),
    fetch: async (url: unknown, init?: RequestInit): Promise<Response> => {
      const path = String(url);
      if (init?.method !== 'POST') return server.reply(200, 0);
      const headers = init.headers as Record<string, string>;
      const one = {
        path,
        key: headers['Idempotency-Key'] ?? '',
        token: headers['Authorization'] ?? '',
        lang: headers['Accept-Language'] ?? '',
        body: JSON.parse(init.body as string) as Record<string, unknown>,
      };
      asked.push(one);
      const fate = server.fates.shift() ?? 'answer';
      if (fate === 'cut') throw new TypeError('network');
      if (fate === 'busy') return server.reply(429, 429, null, { 'Retry-After': '7' });
      if (fate === 'broken') return server.reply(503, 503);
      if (fate === 'portal') return new Response('<html>');
      if (Math.abs(Number(one.body['timestamp']) - server.clock()) > 300_000) return server.reply(400, 1002);
      if (one.token === 'Bearer dead') return server.reply(401, 401);
      if (!replies.has(one.key)) {
        const code = server.refuse(one);
        if (code === undefined) effects.push(one.key);
        replies.set(one.key, { code: code ?? 0, data: { of: one.key } });
      }
      if (fate === 'lose') throw new TypeError('network');
      const { code, data } = replies.get(one.key) ?? { code: 500, data: null };
      return server.reply(code === 0 ? 200 : 409, code, data);
    },
  };
  return server;
}
