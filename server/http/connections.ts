/** Bounds on what a connection may cost, and an end to those that slip past Node's timers. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How many event streams a process may have. Only visible pages have one; lost connections linger for minutes. Each
 * takes 19 kB, so all of them take 190 MB, and an event to everybody takes 0.2 s of processor time (`npm run bench
 * events`).
 */
export const MAX_STREAMS = 10_000;

/** In milliseconds, except `most`. */
export const CONNECTIONS = {
  /**
   * Headers have a few kilobytes: a client that takes longer to send them, or sends nothing, is up to something else.
   */
  head: 20_000,
  /** For a whole request with its body. Longer than the 60 s that clients wait, so that the client gives up first. */
  request: 90_000,
  /** How often the bounds are checked. Node's 30 s would let a connection live that much longer. */
  check: 5000,
  /** For a client that reads nothing of a reply, or sends no request. Event streams send something every 25 s. */
  silence: 90_000,
  keepAlive: 72_000,
  /**
   * Maximum number of connections, half as many again as event streams; further ones are closed immediately, so that
   * files and the database can still be opened (LimitNOFILE in server/deploy/adit@.service).
   */
  most: 1.5 * MAX_STREAMS,
};

interface Course {
  /** Requests waiting for their reply to be sent. */
  open: number;
  /** Bytes sent so far, and since when that number has not grown, by performance.now. */
  sent: number;
  since: number;
}

/**
 * Closes connections that have stopped reading their reply, and those without a request. Node only does so when it
 * receives nothing, so empty lines between requests, which HTTP allows (RFC 9112, section 2.2), would keep a connection
 * open forever.
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
