/** Checks a contract or a feed on the chain before an operator's setting is accepted. Every refusal is one line. */
import { DECIMALS, fromUnits, toUnits } from '#rules/amounts.ts';
import { CommandError } from '#server/operator/protocol.ts';
import { type OwnContract, type OwnFeed, feedIssue } from './coins.terms.ts';
import { artifact } from './contracts/artifacts.ts';
import { type Quote, readRound } from './prices/prices.rules.ts';
import { readFeed } from './prices/prices.ts';
import { NodeUnreachable, type Rpc, read } from './rpc.ts';

/** An unreachable node proves nothing about the contract. */
const asked = async <T>(question: Promise<T>, refusal: string): Promise<T> => {
  try {
    return await question;
  } catch (error) {
    if (error instanceof NodeUnreachable)
      throw new CommandError('the node does not answer: nothing was changed', { cause: error });
    throw new CommandError(refusal, { cause: error });
  }
};

async function mustHaveCode(rpc: Rpc, address: string): Promise<void> {
  const code = await asked(
    rpc.call<string>('eth_getCode', [address, 'latest']),
    `${address} could not be queried`,
  );
  if (code === '0x' || code === '') throw new CommandError(`${address} is not a contract on this chain`);
}

/** Reads a token from its contract. @throws CommandError if it is not a token, or has more decimals than the ledger */
export async function askToken(rpc: Rpc, address: string): Promise<OwnContract & { symbol: string }> {
  await mustHaveCode(rpc, address);
  const ask = (name: string) =>
    asked(read(rpc, address, artifact('TestToken'), name), `${address} is not a token`);
  const decimals = Number((await ask('decimals'))[0]);
  if (!Number.isInteger(decimals) || decimals > DECIMALS)
    throw new CommandError(`${address} has ${decimals} decimals; the ledger keeps ${DECIMALS} at most`);
  // Sanitised, because the contract's texts are shown on a terminal.
  const symbol = String((await ask('symbol'))[0])
    .replace(/[^\x21-\x7e]/g, '?')
    .slice(0, 20);
  return { address, decimals, symbol };
}

/** A feed's current price, if it is within its bounds and younger than its heartbeat. @throws CommandError otherwise */
export async function askFeed(rpc: Rpc, feed: OwnFeed, now: Date): Promise<Quote> {
  const issue = feedIssue(feed);
  if (issue) throw new CommandError(issue);
  await mustHaveCode(rpc, feed.address);
  const round = await asked(readFeed(rpc, feed.address), `${feed.address} is not a price feed`);
  const quote = readRound(round, { low: toUnits(feed.low), high: toUnits(feed.high) }, now);
  if (typeof quote === 'string') throw new CommandError(`the feed was not accepted: ${quote}`);
  const age = Math.round((now.getTime() - quote.at.getTime()) / 1000);
  if (age > feed.heartbeatSeconds)
    throw new CommandError(
      `the feed was not accepted: its answer ${fromUnits(quote.price)} is ${age} s old, more than the heartbeat`,
    );
  return quote;
}
