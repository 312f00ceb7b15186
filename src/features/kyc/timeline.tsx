// What has happened to the verification so far, with times and reasons, and how long its documents are kept.
import { Trans, useLingui } from '@lingui/react/macro';
import { dateText, timeText } from '#lib/time.ts';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { PageLink } from '#ui/page-link.tsx';
import type { Kyc } from './kyc.queries.ts';
import { STEPS } from './kyc.words.ts';

type Step = Kyc['history'][number];

const LOOKS: Record<Step['state'], { icon: IconName; look: string }> = {
  submitted: { icon: 'upload', look: 'bg-wash text-muted' },
  approved: { icon: 'check', look: 'bg-malachite-wash text-malachite' },
  failed: { icon: 'close', look: 'bg-garnet-wash text-garnet' },
};

export function Timeline({ kyc }: { kyc: Kyc }) {
  if (kyc.history.length === 0) return null;
  return (
    <Card title={<Trans>What has happened so far</Trans>} className="min-[720px]:col-start-2">
      <ol className="m-0 list-none p-0">
        {kyc.history.map((step, index) => (
          <Line key={`${step.at}${step.state}`} step={step} last={index === kyc.history.length - 1} />
        ))}
      </ol>
      <Retention documents={kyc.documents} />
    </Card>
  );
}

function Line({ step, last }: { step: Step; last: boolean }) {
  const { i18n } = useLingui();
  const { icon, look } = LOOKS[step.state];
  return (
    <li className="relative flex gap-3 pb-4">
      {!last && <span className="absolute top-8 bottom-0 left-4 w-px bg-line" aria-hidden="true" />}
      <span className={cx('grid size-8 shrink-0 place-items-center rounded-full', look)}>
        <Icon name={icon} size={18} />
      </span>
      <div className="min-w-0 text-sm">
        <p className="m-0 font-semibold">{i18n._(STEPS[step.state])}</p>
        <p className="figures m-0 text-[13px] text-muted">
          <time dateTime={step.at}>{timeText(step.at, i18n.locale)}</time>
        </p>
        {step.reason !== null && <p className="m-0 mt-0.5 wrap-anywhere text-pretty">{step.reason}</p>}
      </div>
    </li>
  );
}

function Retention({ documents }: { documents: Kyc['documents'] }) {
  const { i18n } = useLingui();
  const { kept, deleteAt, deletedAt } = documents;
  const day = (iso: string) => dateText(iso, i18n.locale, { dateStyle: 'medium' });
  const [until, gone] = [deleteAt && day(deleteAt), deletedAt && day(deletedAt)];
  return (
    <div className="border-t border-line pt-3 text-sm text-pretty">
      <p className="m-0">
        {gone !== null ? (
          <Trans>Your documents were deleted on {gone}.</Trans>
        ) : until !== null ? (
          <Trans>Your documents are kept encrypted until {until} and are deleted then.</Trans>
        ) : (
          kept && <Trans>Your documents are kept encrypted while they are looked at.</Trans>
        )}
      </p>
      <PageLink
        to="/pages/privacy/index"
        className="inline-flex min-h-11 items-center font-semibold text-balance text-ink underline underline-offset-4"
      >
        <Trans>What is kept about you, and how to delete it</Trans>
      </PageLink>
    </div>
  );
}
