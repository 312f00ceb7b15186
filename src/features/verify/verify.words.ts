// Texts for the steps of a proof.
import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Claim } from '#draws/claim.ts';
import type { Check, CheckId } from '#draws/proof.ts';
import { MOST_BLOCKS } from '#draws/questions.ts';
import { drawTimeOf } from '#draws/rounds.ts';
import { dateText } from '#lib/time.ts';
import { NodeFault } from './node.ts';

export const STEP_NAMES: Record<CheckId, MessageDescriptor> = {
  seed: msg`Seed`,
  chain: msg`Chain`,
  block: msg`Block`,
  time: msg`Moment of the block`,
  first: msg`First block that qualifies`,
  transaction: msg`Last transaction of the block`,
  sender: msg`Sent by the block's own validator`,
  final: msg`Final`,
  hash: msg`Hash of the draw`,
  result: msg`Result`,
};

export const STATE_WORDS: Record<Check['state'], MessageDescriptor> = {
  matches: msg`Matches`,
  differs: msg`Does not match`,
  unknown: msg`Not checked`,
};

function matchText({ id, found }: Check, claim: Claim): string {
  const number = claim.blockNumber;
  switch (id) {
    case 'seed':
      return t`Its keccak256 is the hash that was published before betting opened.`;
    case 'chain':
      return t`The node is on chain ${found}, as it must be.`;
    case 'block':
      return t`The node has the claimed block at number ${number}.`;
    case 'time':
      return t`The block is not older than the moment of the draw.`;
    case 'first':
      return t`No block between that moment and this one qualifies.`;
    case 'transaction':
      return t`It is the one that the draw was made from.`;
    case 'sender':
      return t`Nobody else can put a transaction there, neither players nor the operator.`;
    case 'final':
      return t`The block cannot be replaced any more.`;
    case 'hash':
      return claim.rule === 'validator'
        ? t`It is keccak256 of transaction, seed and the round's name.`
        : t`It is the transaction's own, as the rule of this round says.`;
    case 'result':
      return t`Read from that hash, it comes out as claimed.`;
  }
}

function differText({ id, found }: Check, claim: Claim, language: string): string {
  const number = claim.blockNumber;
  switch (id) {
    case 'seed':
      return t`This is not the seed whose hash was published.`;
    case 'chain':
    case 'block':
      return t`The node has another block at number ${number}.`;
    case 'time': {
      const moment = dateText(drawTimeOf(claim.round).toISOString(), language, { timeStyle: 'medium' });
      return t`The block is older than the moment of the draw, ${moment}.`;
    }
    case 'first':
      return t`Block ${found} qualified already, and would have decided.`;
    case 'transaction':
      return t`The block's last transaction is another one.`;
    case 'sender':
      return t`Somebody else sent it, so this block does not qualify.`;
    case 'final':
      return t`The block is not final.`;
    case 'hash':
      return t`Transaction, seed and the round's name give another hash.`;
    case 'result':
      return t`Transaction and seed give another result.`;
  }
}

function unknownText({ id, why, found, claimed }: Check): string {
  switch (why) {
    case 'wrongChain':
      return id === 'chain'
        ? t`This node is on chain ${found}, the draws use chain ${claimed}. Name a node of that chain.`
        : t`This node is on another chain.`;
    case 'tooFar':
      return t`Given up after ${MOST_BLOCKS} blocks, at block ${found}.`;
    case 'broken':
      return t`The node's blocks do not follow each other at block ${found}. Ask another node.`;
    case 'notFinal':
      return t`To this node only blocks up to ${found} are final. Ask again in a moment.`;
    default:
      return id === 'final'
        ? t`This node does not say which blocks are final.`
        : t`This node does not hold what is needed. Older blocks take an archive node.`;
  }
}

/** The result of a step, in a sentence. */
export function stepText(check: Check, claim: Claim, language: string): string {
  if (check.state === 'matches') return matchText(check, claim);
  return check.state === 'differs' ? differText(check, claim, language) : unknownText(check);
}

export const privateNodeText = (): string =>
  t`This address is on a private network. Enter the address of a public node, or of one on this device (localhost).`;

/** Why a node could not be read. */
export function faultText(error: unknown): string {
  const { kind, detail } = error instanceof NodeFault ? error : { kind: 'away', detail: '' };
  if (kind === 'refused') return t`The node refused to answer: ${detail}`;
  if (kind === 'private') return privateNodeText();
  if (kind === 'moved') return t`The node sends you to another address. Enter that one if you trust it.`;
  if (kind === 'long') return t`The node's answer is too long to be one. Ask another node.`;
  if (kind === 'nonsense') return t`What came is no answer of a node (${detail}).`;
  return t`The node does not answer. It may be away, you may be offline, or it does not let pages read it.`;
}
