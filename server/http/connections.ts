/** Bounds on what a connection may cost, and an end to those that get past the timers of Node. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How many event streams there may be in a process. Only visible pages have one; connections that were lost stay for minutes. Each
 * takes 19 kB, so all of them 190 MB, and an event to everybody 0.2 s of processor (`npm run bench events`).
 */
export const MAX_STREAMS = 10_000;

/** In milliseconds, except `most`. */
export const CONNECTIONS = {
  /** A head has a few kilobytes: whoever takes longer to send it, or sends nothing, is up to something else. */
  head: 20_000,
  /** For a whole request with its body. Longer than the 60 s that clients wait, so that it is the client who gives up. */
  request: 90_000,
  /** How often the bounds are checked. Node's 30 s would let a connection live that much longer. */
  check: 5000,
  /** For a client that takes nothing of a reply, or sends no request. Event streams send something every 25 s. */
  silence: 90_000,
  keepAlive: 72_000,
  /** Connections at the same time, half as many again as event streams; further ones are closed at once, so that files and the
   * database can still be opened (LimitNOFILE in server/deploy/adit@.service). */
  most: 1.5 * MAX_STREAMS,
};

interface Course {
  /** Requests that wait for their reply to be sent. */
  open: number;
  /** Bytes that have been sent, and since when there have been no more, by performance.now. */
  sent: number;
  since: number;
}

/**
 * Closes connections that take no more of their reply, and those without a request. Node does so when nothing is received, so
 * empty lines between requests, which HTTP allows (RFC 9112, section 2.2), would keep a connection for ever.
 */
export function closeSilent(
  server: Server,
  { silence, check }: Pick<typeof CONNECTIONS, 'silence' | 'check'>,
): void {
  const courses = new Map<Socket, Course>();
  const courseOf = (socket: Socket): Course => {
    const course = courses.get(socket) ?? { open: 0, sent: 0, since: performance.now() };
    courses.set(socket, course);
    return course;
  };
  server.on('connection', (socket: Socket) => {
    courseOf(socket);
    socket.once('close', () => courses.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const course = courseOf(socket);
    course.open += 1;
    response.once('close', () => {
      course.open -= 1;
      course.since = performance.now();
    });
  });
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const [socket, course] of courses) {
      const sent = socket.bytesWritten - socket.writableLength;
      const waitsForUs = course.open > 0 && socket.writableLength === 0;
      if (waitsForUs || sent !== course.sent) Object.assign(course, { sent, since: now });
      else if (now - course.since >= silence) socket.destroy();
    }
  }, check).unref();
  server.once('close', () => clearInterval(sweep));
}
