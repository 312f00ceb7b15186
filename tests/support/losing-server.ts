// The server as the outbox meets it, without a network: it can lose an answer after it has committed, be busy, broken or away.

interface Asked {
  key: string;
  path: string;
  token: string;
  lang: string;
  body: Record<string, unknown>;
}

/** What the server does with a request: `lose` commits and drops the answer. */
export type Fate = 'answer' | 'lose' | 'cut' | 'busy' | 'broken' | 'portal';

/** A server with the contract's keys: what stands under a key is answered again and never done twice. */
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
