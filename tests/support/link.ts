/**
 * The faulty cable between a process and its database, or a page and its server: a TCP proxy that can be cut, go silent,
 * forget connections, delay, stall a request half-way, or lose the database's answer to work that it has done.
 */
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/**
 * What happens to traffic. `hang`: connections stay open, and no byte passes until `calm`. `forget`: those that are
 * open stay silent forever, as after a router has restarted; new ones work. `cut`: all break, and none can be made.
 */
export const LINK_FAULTS = ['cut', 'hang', 'delay', 'lose_answer', 'forget'] as const;
type LinkFault = (typeof LINK_FAULTS)[number];

export interface Link {
  readonly port: number;
  /** Begins a fault; `delay` takes `ms`, and `lose_answer` takes the answer of the next commit or function call. */
  begin(fault: LinkFault, ms?: number): void;
  /** Requests that contain `text` stall after the piece with it, until `calm`. */
  hold(text: string): void;
  /** Ends all faults. */
  calm(): void;
  /** Answers that the database gave and nobody got. */
  readonly lost: number;
  stop(): Promise<void>;
}

/** A commit, or a call of one of our functions, which commits on its own. */
const WORK = /\bcommit\b|adit_[0-9a-f]{12}\.\w+\(/i;

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  /** Its connection was forgotten on the way. */
  dead: boolean;
  /** The next bytes from the database are lost with the connection. */
  loses: boolean;
}

/** A link to `port` of this machine, whether anything listens there or not. */
export async function startLink(port: number): Promise<Link> {
  const pairs = new Set<Pair>();
  let isCut = false;
  let hangs = false;
  let held: string | undefined;
  let delayMs = 0;
  let losses = 0;
  let lost = 0;

  /** Forwards bytes; what arrives during a silence waits in the socket, as it does in a kernel. */
  function pipe(pair: Pair, from: Socket, to: Socket): void {
    from.on('data', (bytes: Buffer) => {
      if (pair.dead) return;
      if (from === pair.near && losses > 0 && WORK.test(bytes.toString('latin1'))) {
        losses -= 1;
        pair.loses = true;
      } else if (from === pair.far && pair.loses) {
        lost += 1;
        return void end(pair);
      }
      if (delayMs > 0) setTimeout(() => to.write(bytes), delayMs);
      else to.write(bytes);
      if (held !== undefined && from === pair.near && bytes.includes(held)) from.pause();
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      // During a silence, a broken end goes unnoticed.
      if (!pair.dead && !hangs) end(pair);
    });
  }
  function end(pair: Pair): void {
    pairs.delete(pair);
    pair.near.destroy();
    pair.far.destroy();
  }
  const all = (work: (socket: Socket) => void) => {
    for (const { near, far, dead } of pairs) if (!dead) [near, far].forEach(work);
  };

  const server = createServer((near) => {
    near.setNoDelay(true);
    if (isCut) return void near.destroy();
    const pair: Pair = {
      near,
      far: connect({ port, host: '127.0.0.1', noDelay: true }),
      dead: false,
      loses: false,
    };
    pairs.add(pair);
    pipe(pair, near, pair.far);
    pipe(pair, pair.far, near);
    if (hangs) [near, pair.far].forEach((socket) => socket.pause());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    begin(fault, ms = 0) {
      if (fault === 'lose_answer') losses += 1;
      else if (fault === 'delay') delayMs = ms;
      else if (fault === 'hang') {
        hangs = true;
        all((socket) => socket.pause());
      } else if (fault === 'forget') {
        for (const pair of pairs) {
          pair.dead = true;
          // The database learns of it; this side does not.
          pair.far.destroy();
        }
      } else {
        isCut = true;
        for (const pair of pairs) end(pair);
      }
    },
    hold: (text) => void (held = text),
    calm() {
      isCut = false;
      held = undefined;
      delayMs = 0;
      losses = 0;
      hangs = false;
      all((socket) => socket.resume());
      for (const pair of pairs) if (!pair.dead && (pair.near.closed || pair.far.closed)) end(pair);
    },
    get lost() {
      return lost;
    },
    async stop() {
      for (const pair of pairs) end(pair);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
