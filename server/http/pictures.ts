/**
 * Pictures of announcements, from the database. A name is the hash of the content, so caches may store it forever. No
 * picture can run or load anything, even when opened on its own.
 */
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { answer } from './replies.ts';
import { IMMUTABLE } from './static.ts';

export type FindPicture = (name: string) => Promise<{ mime: string; bytes: Uint8Array } | undefined>;

const NAME = /^[0-9a-f]{32}\.(png|jpg|webp|avif)$/;
const POLICY = "default-src 'none'; sandbox";

/**
 * Serves `/pictures/NAME`. `limit` restricts how often a client may make requests, because each request reads all bytes
 * from the database.
 */
export function servePictures(
  app: FastifyInstance,
  find: FindPicture,
  limit: onRequestAsyncHookHandler,
): void {
  app.get<{ Params: { name: string } }>('/pictures/:name', { onRequest: limit }, async (request, reply) => {
    const { name } = request.params;
    const found = NAME.test(name) ? await find(name) : undefined;
    if (!found) return answer(reply, 'not_found', 'null');
    return reply
      .headers({ 'cache-control': IMMUTABLE, 'content-security-policy': POLICY })
      .type(found.mime)
      .send(Buffer.from(found.bytes));
  });
}
