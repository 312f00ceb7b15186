// What a verification shows once it was sent: being looked at, refused with its reason, approved with the next step.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAct } from '#api/act.ts';
import { remember } from '#api/queries.ts';
import { go } from '#lib/navigate.ts';
import { timeText } from '#lib/time.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Card, Fact, Facts, Tag } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { useNow } from '#ui/now.ts';
import { type Kyc, minerQuery } from './kyc.queries.ts';

const MINER_PAGE = '/pages/mining/index';

export function Submitted({ kyc, demo }: { kyc: Kyc; demo: boolean }) {
  const { i18n } = useLingui();
  const now = useNow(30_000);
  return (
    <Card
      title={<Trans>Your verification is being checked</Trans>}
      aside={<Tag tone="amber">{t`Submitted`}</Tag>}
    >
      <div role="status" className="mb-2 flex items-start gap-3 text-sm text-pretty">
        <Icon name="clock" size={22} className="mt-0.5 shrink-0 text-muted" />
        <p className="m-0">
          {demo ? (
            <Trans>In demo mode it is approved by itself within a few seconds. This page notices.</Trans>
          ) : (
            <Trans>A person looks at it. You can leave this page; the result will be shown here.</Trans>
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

export function Failed({ reason }: { reason: string | null }) {
  return (
    <div role="alert" className="flex items-start gap-3 rounded-card bg-garnet-wash p-4 text-garnet">
      <Icon name="warn" size={24} className="shrink-0" />
      <div className="max-w-prose min-w-0 text-sm text-pretty">
        <p className="m-0 font-semibold">
          <Trans>Your submitted information is incorrect. Please upload the correct information.</Trans>
        </p>
        {reason !== null && (
          <p className="m-0 mt-1 wrap-anywhere">
            <Trans>Reason: {reason}</Trans>
          </p>
        )}
      </div>
    </div>
  );
}

export function Approved({ kyc }: { kyc: Kyc }) {
  const { i18n } = useLingui();
  const now = useNow(30_000);
  return (
    <Card title={<Trans>You are verified</Trans>} aside={<Tag tone="good">{t`Approved`}</Tag>}>
      <div role="status" className="mb-2 flex items-start gap-3 text-sm text-pretty">
        <Icon name="check" size={22} className="mt-0.5 shrink-0 text-malachite" />
        <p className="m-0">
          <Trans>You may start your miner and withdraw.</Trans>
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

/** A miner that waits for its first start is started from here; any other is shown on its page. */
function NextStep() {
  const miner = useQuery(minerQuery());
  const start = useAct('POST /api/mining/claim1', {
    onDone: (started) => {
      remember('GET /api/mining/index', started);
      toast(t`The miner has started`, 'success');
      void go(MINER_PAGE);
    },
    onError: () => void go(MINER_PAGE),
  });
  if (miner.isPending) return <span className="mt-3 block h-12" />;
  return miner.data?.state === 'pending_start' ? (
    <Button wide className="mt-3" busy={start.busy} onClick={() => void start.run()}>
      <Trans>Start your miner</Trans>
    </Button>
  ) : (
    <Button wide className="mt-3" onClick={() => void go(MINER_PAGE)}>
      <Trans>To the miner</Trans>
    </Button>
  );
}
