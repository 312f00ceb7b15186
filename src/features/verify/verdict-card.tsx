// The result of the check, in a word and a sentence.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Claim } from '#draws/claim.ts';
import { verdictOf, type Check, type Verdict } from '#draws/proof.ts';
import { cx } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { RoundName } from './round-name.tsx';
import { STEP_NAMES, faultText, stepText } from './verify.words.ts';

interface VerdictCardProps {
  claim: Claim;
  checks: readonly Check[];
  /** The node has not answered yet. */
  waiting: boolean;
  /** Why the node could not be read. */
  fault: unknown;
}

const LOOKS: Record<Verdict | 'waiting', { icon: IconName; tone: string }> = {
  matches: { icon: 'check', tone: 'bg-malachite-bright text-basalt' },
  differs: { icon: 'warn', tone: 'bg-garnet-bright text-basalt' },
  unknown: { icon: 'info', tone: 'bg-amber text-basalt' },
  waiting: { icon: 'search', tone: 'bg-white/15 text-white' },
};

const USUAL = ['waiting', 'matches'] as const;

export function VerdictCard({ claim, checks, waiting, fault }: VerdictCardProps) {
  const verdict = verdictOf(checks);
  // A mismatch is certain before the node has answered; a match only afterwards.
  const shown = waiting && verdict !== 'differs' ? 'waiting' : verdict;
  const { icon, tone } = LOOKS[shown];
  return (
    <section className="rounded-card bg-basalt p-4 text-white shadow-card">
      <div role="status" className="flex min-h-28 items-start gap-3">
        <span className={cx('flex size-11 shrink-0 items-center justify-center rounded-full', tone)}>
          <Icon name={icon} />
        </span>
        <div className="min-w-0">
          <p className="m-0 text-sm text-mist">
            <RoundName id={claim.round} />
          </p>
          <h2 className="mt-0.5 text-lg font-semibold">
            {shown === 'matches' && <Trans>Everything matches</Trans>}
            {shown === 'differs' && <Trans>This draw does not match</Trans>}
            {shown === 'unknown' && <Trans>Not fully checked</Trans>}
            {shown === 'waiting' && <Trans>Reading the chain</Trans>}
          </h2>
          <div className="mt-1 grid text-sm text-pretty text-mist *:[grid-area:1/1]">
            <p className="m-0">
              <Sentence verdict={shown} {...{ claim, checks, fault }} />
            </p>
            {/* Equally tall while the chain is read and afterwards, so that nothing moves. */}
            {USUAL.map((verdict) => (
              <p key={verdict} aria-hidden="true" className="invisible m-0">
                <Sentence {...{ verdict, claim, checks, fault }} />
              </p>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}

interface SentenceProps {
  claim: Claim;
  verdict: Verdict | 'waiting';
  checks: readonly Check[];
  fault: unknown;
}

function Sentence({ verdict, claim, checks, fault }: SentenceProps) {
  const { i18n } = useLingui();
  const of = (state: Check['state']) => checks.filter((check) => check.state === state);
  const names = of('differs').map(({ id }) => i18n._(STEP_NAMES[id]));
  const list = new Intl.ListFormat(i18n.locale).format(names);
  const count = checks.length;
  const open = of('unknown')[0];
  const reason = open === undefined ? '' : stepText(open, claim, i18n.locale);
  switch (verdict) {
    case 'matches':
      return (
        <Plural
          value={count}
          one="# step checked on this device."
          other="All # steps checked on this device: seed and block give exactly this result."
        />
      );
    case 'differs':
      return <Trans>Mismatch: {list}. See the steps below.</Trans>;
    case 'unknown':
      return fault === null ? (
        <Trans>No mismatch, but we couldn't check everything: {reason}</Trans>
      ) : (
        <>
          {faultText(fault)} <Trans>Seed, hash and result match.</Trans>
        </>
      );
    case 'waiting':
      return <Trans>Getting blocks and transaction from the node.</Trans>;
  }
}
