// Texts for the steps of a proof.
import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Claim } from '#draws/claim.ts';
import type { Check, CheckId } from '#draws/proof.ts';
import { MOST_BLOCKS } from '#draws/questions.ts';
import { drawTimeOf } from '#draws/rounds.ts';
import { CLOCK, dateText } from '#lib/time.ts';
import { NodeFault } from './node.ts';

export const STEP_NAMES: Record<CheckId, MessageDescriptor> = {
  seed: msg`Seed`,
  chain: msg`Chain`,
  block: msg`Block`,
  time: msg`Block time`,
  first: msg`First block that qualifies`,
  transaction: msg`Last transaction of the block`,
  sender: msg`Sent by the block's own validator`,
  final: msg`Final`,
  hash: msg`Hash of the draw`,
  result: msg`Result`,
};

function matchText({ id, found }: Check, claim: Claim): string {
  const number = claim.blockNumber;
  switch (id) {
    case 'seed':
      return t`Its keccak256 matches the hash published before betting opened.`;
    case 'chain':
      return t`The node is on the right chain, ${found}.`;
    case 'block':
      return t`The node has the claimed block at number ${number}.`;
    case 'time':
      return t`The block isn't older than the draw time.`;
    case 'first':
      return t`No earlier block qualifies.`;
    case 'transaction':
      return t`The draw used it.`;
    case 'sender':
      return t`Nobody else can put a transaction there.`;
    case 'final':
      return t`The block can't be replaced.`;
    case 'hash':
      return claim.rule === 'validator'
        ? t`keccak256 of transaction, seed and round name.`
        : t`The transaction's own hash, by this round's rule.`;
    case 'result':
      return t`The hash gives this result.`;
  }
}

function differText({ id, found }: Check, claim: Claim, language: string): string {
  const number = claim.blockNumber;
  switch (id) {
    case 'seed':
      return t`This isn't the seed whose hash was published.`;
    case 'chain':
    case 'block':
      return t`The node has another block at number ${number}.`;
    case 'time': {
      const moment = dateText(drawTimeOf(claim.round).toISOString(), language, {
        ...CLOCK,
        second: '2-digit',
      });
      return t`The block is older than the draw time, ${moment}.`;
    }
    case 'first':
      return t`Block ${found} already qualified and would have decided the draw.`;
    case 'transaction':
      return t`The block's last transaction is different.`;
    case 'sender':
      return t`Someone else sent it, so this block doesn't qualify.`;
    case 'final':
      return t`The block isn't final.`;
    case 'hash':
      return t`Transaction, seed and round name give another hash.`;
    case 'result':
      return t`They give another result.`;
  }
}

function unknownText({ id, why, found, claimed }: Check): string {
  switch (why) {
    case 'wrongChain':
      return id === 'chain'
        ? t`This node is on chain ${found}. Use one on chain ${claimed}.`
        : t`This node is on another chain.`;
    case 'tooFar':
      return t`Stopped after ${MOST_BLOCKS} blocks, at block ${found}.`;
    case 'broken':
      return t`The node's blocks don't connect at ${found}. Use another node.`;
    case 'notFinal':
      return t`Only blocks up to ${found} are final. Try again in a moment.`;
    case undefined:
      return t`This step needs an answer from the node.`;
    default:
      return id === 'final'
        ? t`This node doesn't say which blocks are final.`
        : t`This node doesn't have that block. Use an archive node.`;
  }
}

/** The result of a step, in a sentence. */
export function stepText(check: Check, claim: Claim, language: string): string {
  if (check.state === 'matches') return matchText(check, claim);
  return check.state === 'differs' ? differText(check, claim, language) : unknownText(check);
}

export const privateNodeText = (): string =>
  t`That's a private network. Enter a public node, or one on this device (localhost).`;

/** Why a node could not be read. */
export function faultText(error: unknown): string {
  const { kind, detail } = error instanceof NodeFault ? error : { kind: 'away', detail: '' };
  if (kind === 'refused') return t`The node refused: ${detail}`;
  if (kind === 'private') return privateNodeText();
  if (kind === 'moved') return t`The node redirects elsewhere. Enter that address if you trust it.`;
  if (kind === 'long') return t`The node's answer is too long. Use another node.`;
  if (kind === 'nonsense') return t`That isn't a node's answer (${detail}).`;
  return t`The node isn't answering. Check your connection or use another node.`;
}
