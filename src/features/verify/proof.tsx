// A settled round: the verdict, what was drawn, each step, and where the chain was read from.
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Claim } from '#draws/claim.ts';
import type { Answer } from '#draws/evidence.ts';
import type { Check, CheckId } from '#draws/proof.ts';
import { Body } from '#ui/hero.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CheckStep, Compared } from '#ui/check-step.tsx';
import { copyText } from '#ui/copy.tsx';
import { Icon } from '#ui/icon.tsx';
import { markedDigits } from '#draws/lottery.ts';
import { drawTimeOf, roundOf } from '#draws/rounds.ts';
import { timeText } from '#lib/time.ts';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { DigitChips } from '#ui/digit-chips.tsx';
import { MarkedHash } from '#ui/marked-hash.tsx';
import { NodeCard } from './node-card.tsx';
import { nodeAtom } from './node.atoms.ts';
import { RoundForm } from './round-form.tsx';
import { Values } from './values.tsx';
import { VerdictCard } from './verdict-card.tsx';
import { chainQuery, proofQuery } from './verify.queries.ts';
import { checkUnread, markedLanes, proofText } from './verify.rules.ts';
import { STEP_NAMES, stepText } from './verify.words.ts';

interface StepsProps {
  claim: Claim;
  checks: readonly Check[];
  waiting: boolean;
}

/** Steps that need no node. */
const ON_PAPER = new Set<CheckId>(['seed', 'hash', 'result']);

/** The steps of the proof, one below the other: the result of each, and if it differs, both values in full. */
const Steps = ({ claim, checks, waiting }: StepsProps) => (
  <Card title={<Trans>Step by step</Trans>}>
    <ol className="m-0 list-none divide-y divide-line p-0 *:first:pt-0 *:last:pb-0">
      {checks.map((check) => (
        <Step key={check.id} check={check} claim={claim} waiting={waiting && !ON_PAPER.has(check.id)} />
      ))}
    </ol>
  </Card>
);

function Step({ check, claim, waiting }: { check: Check; claim: Claim; waiting: boolean }) {
  const { i18n } = useLingui();
  return (
    <CheckStep
      name={i18n._(STEP_NAMES[check.id])}
      state={waiting ? 'waiting' : check.state}
      text={
        waiting ? (
          // Until the node has answered, space is reserved for the usual sentence, so that nothing moves.
          <span className="animate-shimmer rounded-sm bg-line box-decoration-clone text-transparent select-none">
            {stepText({ ...check, state: 'matches', found: check.claimed }, claim, i18n.locale)}
          </span>
        ) : (
          stepText(check, claim, i18n.locale)
        )
      }
    >
      {check.state === 'differs' && <Compared claimed={check.claimed} found={check.found} />}
    </CheckStep>
  );
}

interface ProofProps {
  claim: Claim;
  /** For a race: lane N's coin is `coins[N - 1]`. */
  coins: readonly string[];
}

/** What was drawn: the lottery's digits or the race's lanes, and their positions in the hash. */
function DrawCard({ claim, coins }: ProofProps) {
  const { i18n } = useLingui();
  const race = roundOf(claim.round).game === 'race';
  const moment = timeText(drawTimeOf(claim.round).toISOString(), i18n.locale);
  const marked = race ? { text: claim.hash, positions: markedLanes(claim.hash) } : markedDigits(claim.hash);
  return (
    <Card
      title={<Trans>Claimed result</Trans>}
      aside={<span className="figures text-xs text-muted">{moment}</span>}
    >
      {race ? (
        <Lanes result={claim.result} coins={coins} />
      ) : (
        <DigitChips large digits={claim.result} tone="drawn" />
      )}
      <div className="mt-3">
        <MarkedHash {...marked}>
          {race ? (
            <Trans>Lanes in the order 1 to 6 first appear in the hash:</Trans>
          ) : (
            <Trans>The last three decimal digits of the hash, letters skipped:</Trans>
          )}
        </MarkedHash>
      </div>
    </Card>
  );
}

function Lanes({ result, coins }: { result: readonly number[]; coins: readonly string[] }) {
  const { t } = useLingui();
  return (
    <ol aria-label={t`Ranking`} className="m-0 grid list-none grid-cols-2 gap-2 min-[480px]:grid-cols-3 p-0">
      {result.map((lane, place) => {
        const coin = coins[lane - 1] ?? '';
        return (
          <li
            key={lane}
            className={cx(
              'flex min-w-0 items-center gap-2 rounded-control px-2 py-2',
              place === 0 ? 'bg-amber-wash' : 'bg-wash',
            )}
          >
            <span className="figures text-xs text-muted">{place + 1}</span>
            {coin !== '' && <CoinIcon coin={coin} size={24} />}
            <span className="min-w-0 text-sm leading-tight font-semibold">
              {coin}
              <span className="figures block text-xs font-normal text-muted">
                <Trans>Lane {String(lane)}</Trans>
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

const LINK =
  'inline-flex min-h-11 items-center gap-2 rounded-control border border-line px-4 text-sm font-semibold hover:bg-wash';

/** The same check without this app: one file that needs no server, and the data to paste into it. */
const OfflineCard = ({ claim, answers }: { claim: Claim; answers: readonly Answer[] }) => (
  <Card title={<Trans>Check without this app</Trans>}>
    <p className="m-0 text-sm text-pretty">
      <Trans>Save this one-file page and paste the data of any round into it. It works offline.</Trans>
    </p>
    <div className="mt-3 grid gap-2">
      <Button
        look="secondary"
        size="sm"
        wide
        icon="copy"
        onClick={() => void copyText(proofText(claim, answers))}
      >
        <Trans>Copy data</Trans>
      </Button>
      <div className="grid grid-cols-2 gap-2">
        <a href="/verify.html" target="_blank" rel="noopener" className={`${LINK} justify-center`}>
          <Icon name="link" size={20} />
          <Trans>Open page</Trans>
        </a>
        <a href="/verify.html" download="adit-verify.html" className={`${LINK} justify-center`}>
          <Icon name="download" size={20} />
          <Trans>Save</Trans>
        </a>
      </div>
    </div>
  </Card>
);

export function Proof({ claim, coins }: ProofProps) {
  const { data: chain, isLoading } = useQuery(chainQuery());
  const standard = chain?.rpcUrl ?? '';
  const own = useAtomValue(nodeAtom);
  const url = own ?? standard;
  const { data, error, isFetching, refetch } = useQuery({ ...proofQuery(claim, url), enabled: url !== '' });
  // What a node said before it failed may not be what it says now.
  const found = error ? undefined : data;
  // Seed, hash and result can be checked even without a node.
  const checks = found?.checks ?? checkUnread(claim);
  // The node's address is still loading too.
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
