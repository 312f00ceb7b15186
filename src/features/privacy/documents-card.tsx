// The account's documents: whether they are stored, until when, and deleting them now after a confirmation.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#contract';
import { useAct } from '#api/act.ts';
import { useOnline } from '#lib/online.ts';
import { timeWithin } from '#lib/time.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Notice } from '#ui/notice.tsx';
import { Sheet } from '#ui/sheet.tsx';

type Kyc = Output<'GET /api/user/kyc'>;

export function DocumentsCard({ kyc }: { kyc: UseQueryResult<Kyc> }) {
  if (!kyc.data) return <Absent of={kyc} lines={4} />;
  return (
    <Card title={<Trans>Your documents</Trans>}>
      <div className="grid gap-3">
        <p className="m-0 text-sm text-pretty">
          <Standing kyc={kyc.data} />
        </p>
        {kyc.data.documents.kept && <Erase kyc={kyc.data} />}
      </div>
    </Card>
  );
}

function Standing({ kyc: { status, documents } }: { kyc: Kyc }) {
  const { i18n } = useLingui();
  const { kept, deleteAt, deletedAt } = documents;
  if (kept && status === 'submitted')
    return <Trans>We're checking your documents. They're encrypted, and only reviewers can open them.</Trans>;
  const until = deleteAt && timeWithin(deleteAt, i18n.locale);
  if (kept && until !== null)
    return <Trans>Your documents are stored encrypted until {until}, then deleted.</Trans>;
  if (kept) return <Trans>Your documents are stored encrypted.</Trans>;
  if (deletedAt !== null)
    return (
      <Trans>
        Your documents were deleted {timeWithin(deletedAt, i18n.locale)}. The result of the review stays.
      </Trans>
    );
  return <Trans>No documents yet.</Trans>;
}

function Erase({ kyc }: { kyc: Kyc }) {
  const [open, setOpen] = useState(false);
  const online = useOnline();
  const close = () => setOpen(false);
  const erase = useAct('POST /api/user/kyc/erase', {
    onDone: () => {
      close();
      toast(t`Your documents were deleted`, 'success');
    },
  });
  const pending = kyc.status === 'submitted';
  return (
    <>
      {pending && (
        <Notice icon="clock">
          <Trans>You can delete them after the review.</Trans>
        </Notice>
      )}
      <Button wide look="secondary" disabled={!online || pending} onClick={() => setOpen(true)}>
        <Trans>Delete my documents</Trans>
      </Button>
      <Sheet
        open={open}
        onClose={close}
        kind="dialog"
        title={<Trans>Delete your documents?</Trans>}
        actions={
          <>
            <Button look="ghost" wide disabled={erase.busy} onClick={close}>
              <Trans>Keep them</Trans>
            </Button>
            <Button
              look="danger"
              wide
              busy={erase.busy}
              disabled={!online}
              onClick={() => void erase.run({})}
            >
              <Trans>Delete</Trans>
            </Button>
          </>
        }
      >
        <ul className="m-0 grid list-disc gap-2 pl-5 text-sm text-pretty">
          <li>
            <Trans>This can't be undone.</Trans>
          </li>
          <li>
            {kyc.status === 'approved' ? (
              <Trans>You stay verified.</Trans>
            ) : (
              <Trans>To try again, you'll upload new ones.</Trans>
            )}
          </li>
          <li>
            <Trans>
              We keep their type, the date, and a fingerprint that only shows if a file is reused.
            </Trans>
          </li>
        </ul>
      </Sheet>
    </>
  );
}
