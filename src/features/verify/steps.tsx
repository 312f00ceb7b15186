// The steps of the proof, one below the other: what each came to, and where it differs both values in full.
import { Trans, useLingui } from '@lingui/react/macro';
import type { Claim } from '#draws/claim.ts';
import type { Check, CheckId } from '#draws/proof.ts';
import { Card, Tag } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { STATE_WORDS, STEP_NAMES, stepText } from './verify.words.ts';

interface StepsProps {
  claim: Claim;
  checks: readonly Check[];
  waiting: boolean;
}

const LOOKS = {
  matches: { icon: 'check', tone: 'good', circle: 'bg-malachite-wash text-malachite' },
  differs: { icon: 'close', tone: 'bad', circle: 'bg-garnet-wash text-garnet' },
  unknown: { icon: 'info', tone: 'amber', circle: 'bg-amber-wash text-amber-ink' },
} as const;

/** They need no node. */
const ON_PAPER = new Set<CheckId>(['seed', 'hash', 'result']);

export const Steps = ({ claim, checks, waiting }: StepsProps) => (
  <Card title={<Trans>Step by step</Trans>}>
    <ol className="m-0 list-none divide-y divide-line p-0">
      {checks.map((check) => (
        <li key={check.id} className="flex gap-3 py-3 first:pt-0 last:pb-0">
          <Step check={check} claim={claim} waiting={waiting && !ON_PAPER.has(check.id)} />
        </li>
      ))}
    </ol>
  </Card>
);

function Step({ check, claim, waiting }: { check: Check; claim: Claim; waiting: boolean }) {
  const { i18n } = useLingui();
  const { icon, tone, circle } = LOOKS[check.state];
  return (
    <>
      <span
        className={cx(
          'mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-full',
          waiting ? 'bg-wash text-muted' : circle,
        )}
      >
        <Icon name={waiting ? 'clock' : icon} size={18} />
      </span>
      <div className="min-w-0 grow">
        <p className="m-0 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="text-[15px] font-semibold">{i18n._(STEP_NAMES[check.id])}</span>
          {!waiting &&
            (check.state === 'matches' ? (
              <span className="sr-only">{i18n._(STATE_WORDS.matches)}</span>
            ) : (
              <Tag tone={tone}>{i18n._(STATE_WORDS[check.state])}</Tag>
            ))}
        </p>
        {/* Until the node has answered the place of the usual sentence is held, so that nothing moves. */}
        <p className="m-0 mt-0.5 text-sm text-pretty text-muted" aria-hidden={waiting || undefined}>
          {waiting ? (
            <span className="animate-shimmer rounded-sm bg-line box-decoration-clone text-transparent select-none">
              {stepText({ ...check, state: 'matches', found: check.claimed }, claim, i18n.locale)}
            </span>
          ) : (
            stepText(check, claim, i18n.locale)
          )}
        </p>
        {check.state === 'differs' && (
          <dl className="m-0 mt-2 grid gap-1.5 rounded-control bg-wash px-3 py-2.5 text-[13px]">
            <Value name={<Trans>Claimed</Trans>} value={check.claimed} />
            <Value name={<Trans>Found</Trans>} value={check.found} />
          </dl>
        )}
      </div>
    </>
  );
}

const Value = ({ name, value }: { name: React.ReactNode; value: string }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd className="m-0 font-mono break-all">{value === '' ? <Trans>nothing</Trans> : value}</dd>
  </div>
);
