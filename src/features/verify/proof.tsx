// A settled round: the verdict, what was drawn, each step, and where the chain was read from.
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { Claim } from '#draws/claim.ts';
import { NOTHING } from '#draws/evidence.ts';
import { checkDraw } from '#draws/proof.ts';
import { Body } from '#ui/hero.tsx';
import { DrawCard } from './draw-card.tsx';
import { NodeCard } from './node-card.tsx';
import { nodeAtom } from './node.atoms.ts';
import { OfflineCard } from './offline-card.tsx';
import { RoundForm } from './round-form.tsx';
import { Steps } from './steps.tsx';
import { Values } from './values.tsx';
import { VerdictCard } from './verdict-card.tsx';
import { chainQuery, proofQuery } from './verify.queries.ts';

interface ProofProps {
  claim: Claim;
  coins: readonly string[];
}

export function Proof({ claim, coins }: ProofProps) {
  const { data: chain, isLoading } = useQuery(chainQuery());
  const standard = chain?.rpcUrl ?? '';
  const own = useAtomValue(nodeAtom);
  const url = own ?? standard;
  const { data, error, isFetching, refetch } = useQuery({ ...proofQuery(claim, url), enabled: url !== '' });
  // What was read before a node failed is not what it says now.
  const found = error ? undefined : data;
  // Without a node seed, hash and result can be checked all the same.
  const checks = found?.checks ?? checkDraw(claim, NOTHING);
  // Which node to ask is asked for as well.
  const waiting = !found && (isFetching || (isLoading && url === ''));
  return (
    <Body overlap={false} columns>
      <div className="grid gap-3">
        <VerdictCard claim={claim} checks={checks} waiting={waiting} fault={error} />
        <DrawCard claim={claim} coins={coins} />
        <Steps claim={claim} checks={checks} waiting={waiting} />
      </div>
      <div className="grid gap-3">
        <Values claim={claim} explorerUrl={chain?.explorerUrl ?? null} />
        <NodeCard standard={standard} busy={isFetching} onAsk={() => void refetch()} />
        <OfflineCard claim={claim} answers={found?.answers ?? []} />
        <RoundForm />
      </div>
    </Body>
  );
}
