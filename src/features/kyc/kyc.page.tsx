// KYC verification: the form, the wait, the verdict. During a review, the page refetches automatically.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { t } from '@lingui/core/macro';
import { useAway, useWaiting } from '#api/away.ts';
import { stale } from '#api/changes.ts';
import { cached, cachedLong } from '#api/queries.ts';
import { signedInAtom } from '#lib/session.ts';
import { popupAtom } from '#lib/popups.ts';
import { read } from '#lib/store.ts';
import { AsOf } from '#ui/as-of.tsx';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { SkeletonCard } from '#ui/views.tsx';
import { dateText, timeText } from '#lib/time.ts';
import { Card, Fact, Facts, Tag } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { PageLink } from '#ui/page-link.tsx';
import { useStartMiner } from '#actions/miner.ts';
import { go } from '#lib/navigate.ts';
import { Button } from '#ui/button.tsx';
import { useNow } from '#ui/now.ts';
import { KycForm } from './kyc-form.tsx';
import { type Kyc, kycQuery } from './kyc.queries.ts';
import { STEPS } from './kyc.words.ts';

// What a verification shows once it has been sent: under review, refused with a reason, or approved with the next
// step.

const MINER_PAGE = '/pages/mining/index';

function Submitted({ kyc, demo }: { kyc: Kyc; demo: boolean }) {
  const { i18n } = useLingui();
  const now = useNow(30_000);
  return (
    <Card
      title={<Trans>We're checking your verification</Trans>}
      aside={<Tag tone="amber">{t`Submitted`}</Tag>}
    >
      <div role="status" className="mb-2 flex items-start gap-3 text-sm text-pretty">
        <Icon name="clock" size={22} className="mt-0.5 shrink-0 text-muted" />
        <p className="m-0">
          {demo ? (
            <Trans>In demo mode this takes a few seconds. We'll update this page.</Trans>
          ) : (
            <Trans>Someone is checking it. You can leave; the result will be here.</Trans>
          )}
        </p>
      </div>
      <Facts>
        <Fact label={<Trans>Exchange UID</Trans>}>{kyc.exchangeUid}</Fact>
        {kyc.submittedAt !== null && (
          <Fact label={<Trans>Submitted at</Trans>}>{timeText(kyc.submittedAt, i18n.locale, now)}</Fact>
        )}
      </Facts>
    </Card>
  );
}

function Failed({ reason }: { reason: string | null }) {
  const { t } = useLingui();
  return (
    <div role="alert" className="flex items-start gap-3 rounded-card bg-garnet-wash p-4 text-garnet">
      <Icon name="warn" size={24} className="shrink-0" />
      <div className="max-w-prose min-w-0 text-sm text-pretty">
        <p className="m-0 font-semibold">
          <Trans>Your submitted information is incorrect. Please upload the correct information.</Trans>
        </p>
        {reason !== null && <p className="m-0 mt-1 wrap-anywhere">{t`Reason: ${reason}`}</p>}
      </div>
    </div>
  );
}

function Approved({ kyc }: { kyc: Kyc }) {
  const { i18n } = useLingui();
  const now = useNow(30_000);
  return (
    <Card title={<Trans>You are verified</Trans>} aside={<Tag tone="good">{t`Approved`}</Tag>}>
      <div role="status" className="mb-2 flex items-start gap-3 text-sm text-pretty">
        <Icon name="check" size={22} className="mt-0.5 shrink-0 text-malachite" />
        <p className="m-0">
          <Trans>This covers your miner and withdrawals. You won't be asked again.</Trans>
        </p>
      </div>
      <Facts>
        <Fact label={<Trans>Exchange UID</Trans>}>{kyc.exchangeUid}</Fact>
        {kyc.reviewedAt !== null && (
          <Fact label={<Trans>Approved at</Trans>}>{timeText(kyc.reviewedAt, i18n.locale, now)}</Fact>
        )}
      </Facts>
      <NextStep />
    </Card>
  );
}

/** A miner waiting for its first start can be started from here; any other is shown on its page. */
function NextStep() {
  const miner = useQuery(cached('GET /api/mining/index'));
  const start = useStartMiner();
  if (miner.isPending) return <span className="mt-3 block h-12" />;
  return miner.data?.state === 'pending_start' ? (
    <Button
      wide
      className="mt-3"
      busy={start.busy}
      onClick={async () => {
        await start.run();
        // A refusal may be explained here.
        if (read(popupAtom) === null) await go(MINER_PAGE);
      }}
    >
      <Trans>Start your miner</Trans>
    </Button>
  ) : (
    <Button wide className="mt-3" onClick={() => void go(MINER_PAGE)}>
      <Trans>Go to miner</Trans>
    </Button>
  );
}

type Step = Kyc['history'][number];

const LOOKS: Record<Step['state'], { icon: IconName; look: string }> = {
  submitted: { icon: 'upload', look: 'bg-wash text-muted' },
  approved: { icon: 'check', look: 'bg-malachite-wash text-malachite' },
  failed: { icon: 'close', look: 'bg-garnet-wash text-garnet' },
};

/** The history of the verification, with times and reasons, and how long its documents are stored. */
function Timeline({ kyc }: { kyc: Kyc }) {
  if (kyc.history.length === 0) return null;
  return (
    <Card title={<Trans>Progress</Trans>} className="min-[720px]:col-start-2">
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
        <p className="figures m-0 text-xs text-muted">
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
          <Trans>Your documents are stored encrypted until {until}, then deleted.</Trans>
        ) : (
          kept && <Trans>Your documents are stored encrypted.</Trans>
        )}
      </p>
      <PageLink
        to="/pages/privacy/index"
        className="inline-flex min-h-11 items-center font-semibold text-balance text-ink underline underline-offset-4"
      >
        <Trans>See or delete your data</Trans>
      </PageLink>
    </div>
  );
}

export function Page() {
  const signedIn = useAtomValue(signedInAtom);
  return (
    <>
      <Hero>
        <div className="flex items-center gap-4">
          <span className="grid size-12 shrink-0 place-items-center rounded-2xl bg-white/10 text-amber">
            <Icon name="kyc" size={28} />
          </span>
          <p className="m-0 max-w-prose text-base text-balance text-white/90">
            <Trans>Verify once to start your miner and withdraw.</Trans>
          </p>
        </div>
      </Hero>
      <Body>{signedIn ? <Own /> : <Guest />}</Body>
    </>
  );
}

const Guest = () => (
  <AskToConnect bare>
    <Trans>Connect your wallet to verify your account.</Trans>
  </AskToConnect>
);

function Own() {
  const { t } = useLingui();
  const kyc = useQuery(kycQuery());
  const status = kyc.data?.status;
  // Other pages show the account's state too.
  useEffect(() => {
    if (status === 'approved' || status === 'failed') void stale('GET /api/user/info');
  }, [status]);
  const home = useQuery(cachedLong('GET /api/index'));
  const rules = useQuery(cachedLong('GET /api/kyc'));
  const away = useAway(kyc);
  const waiting = useWaiting(kyc, home, rules);
  const form = status === 'none' || status === 'failed';
  if (kyc.isError && !kyc.data) return <Absent of={kyc} />;
  if (waiting || !kyc.data)
    return (
      <div role="status" aria-label={t`Loading`} className="animate-late">
        <SkeletonCard lines={6} />
      </div>
    );
  const demo = home.data?.demo === true;
  return (
    <>
      {away && <AsOf asOf={kyc.data.asOf} />}
      {status === 'failed' && <Failed reason={kyc.data.reason} />}
      <div className="grid gap-3 min-[720px]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] min-[720px]:grid-rows-[auto_1fr] min-[720px]:items-start">
        {status === 'submitted' && <Submitted kyc={kyc.data} demo={demo} />}
        {status === 'approved' && <Approved kyc={kyc.data} />}
        {form &&
          (rules.data ? (
            <KycForm rules={rules.data} demo={demo} kyc={kyc.data} />
          ) : (
            <Absent of={rules} lines={6} />
          ))}
        <Timeline kyc={kyc.data} />
      </div>
    </>
  );
}
