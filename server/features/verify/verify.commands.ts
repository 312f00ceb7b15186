/** `operator verify ROUND`: what the database says about a draw, checked step by step against a node. */
import type { Claim } from '#draws/claim.ts';
import type { Answer } from '#draws/evidence.ts';
import { Malformed } from '#draws/fields.ts';
import { type Check, checkDraw, verdictOf } from '#draws/proof.ts';
import { gather, type Question } from '#draws/questions.ts';
import { readRound } from '#draws/rounds.ts';
import type { Draw } from '#server/chain/draws/draws.repository.ts';
import { NodeUnreachable, type Rpc, RpcError } from '#server/chain/rpc.ts';
import { type Command, CommandError } from '#server/operator/protocol.ts';

export interface VerifyDeps {
  readonly chainId: number;
  /** The draw of a round, by its id. */
  readonly draw: (id: string) => Promise<Draw | undefined>;
  /** What was settled from it: three digits or six lanes; null if nothing was. */
  readonly result: (id: string) => Promise<number[] | null>;
  /** The server's own node, or another one by its URL. */
  readonly node: (url: string | undefined) => Pick<Rpc, 'call'>;
}

const WORDS = { matches: 'ok', differs: 'DIFFERS', unknown: 'not checked' } as const;
const VERDICTS = {
  matches: 'matches',
  differs: 'does NOT match',
  unknown: 'could not be checked in full',
} as const;

function lineOf({ id, state, claimed, found, why }: Check): string {
  const values =
    state === 'matches' ? claimed : `claimed ${claimed || 'nothing'}, found ${found || 'nothing'}`;
  return [WORDS[state].padEnd(12), id.padEnd(12), values, why === undefined ? '' : `(${why})`]
    .join(' ')
    .trimEnd();
}

/** Sends requests one after another; if a node refuses to answer about finality, finality is unknown. */
const asker = (rpc: Pick<Rpc, 'call'>) => async (questions: readonly Question[]) => {
  const answers: Answer[] = [];
  for (const { id, method, params } of questions) {
    const result = await rpc.call(method, params).catch((error: unknown) => {
      if (id === 'finalized' && error instanceof RpcError) return null;
      throw error;
    });
    answers.push({ id, result });
  }
  return answers;
};

async function claimOf(deps: VerifyDeps, id: string): Promise<Claim> {
  const draw = await deps.draw(id);
  if (!draw) throw new CommandError(`${id} is not known here`);
  const { result } = draw;
  if (!result) throw new CommandError(`${id} has no result: its draw is ${draw.state}`);
  const settled = await deps.result(id);
  if (!settled) throw new CommandError(`${id} is drawn and not settled yet`);
  const { rule, seedHash } = draw;
  return { ...result, round: id, rule, seedHash, chainId: deps.chainId, result: settled };
}

/** The command; it fails unless every step matches. */
export const verifyCommands = (deps: VerifyDeps): Command[] => [
  {
    name: 'verify',
    usage:
      'verify ROUND [NODE]               checks a draw against the chain, or another node: race:5849201, lottery:2026-11-21',
    async run([text = '', url]) {
      const id = readRound(text);
      if (id === null)
        throw new CommandError('name a round: race:5849201, lottery:2026-11-21, a race number or a date');
      if (url !== undefined && !/^https?:\/\/./.test(url))
        throw new CommandError(`not the address of a node: ${url}`);
      const claim = await claimOf(deps, id);
      try {
        const { chain } = await gather(claim, asker(deps.node(url)));
        const checks = checkDraw(claim, chain);
        const verdict = verdictOf(checks);
        const report = [...checks.map(lineOf), `${id} ${VERDICTS[verdict]}`].join('\n');
        if (verdict !== 'matches') throw new CommandError(report);
        return { text: report };
      } catch (error) {
        if (error instanceof NodeUnreachable || error instanceof RpcError || error instanceof Malformed)
          throw new CommandError(`the node could not be read: ${error.message}`);
        throw error;
      }
    },
  },
];
