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
    return (
      <Trans>
        Your documents are being looked at. They are sealed on the server, and nobody but who verifies opens
        them.
      </Trans>
    );
  if (kept && deleteAt !== null)
    return (
      <Trans>
        Your documents are kept, sealed, until {timeWithin(deleteAt, i18n.locale)}; then they go by
        themselves.
      </Trans>
    );
  if (kept) return <Trans>Your documents are kept, sealed.</Trans>;
  if (deletedAt !== null)
    return (
      <Trans>
        Your documents were deleted {timeWithin(deletedAt, i18n.locale)}. That they were there, and the
        verdict, stay known.
      </Trans>
    );
  return <Trans>You have not handed in any documents.</Trans>;
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
          <Trans>They can be deleted once there is a verdict.</Trans>
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
            <Button look="ghost" wide onClick={close}>
              <Trans>Keep them</Trans>
            </Button>
            <Button
              look="danger"
              wide
              busy={erase.busy}
              disabled={!online}
              onClick={() => void erase.run({})}
            >
              <Trans>Delete now</Trans>
            </Button>
          </>
        }
      >
        <ul className="m-0 grid list-disc gap-2 pl-5 text-sm text-pretty">
          <li>
            <Trans>Both documents are deleted at once and cannot be brought back.</Trans>
          </li>
          <li>
            {kyc.status === 'approved' ? (
              <Trans>Your verification stays as it is: nothing has to be handed in again.</Trans>
            ) : (
              <Trans>For another try you hand in documents anew.</Trans>
            )}
          </li>
          <li>
            <Trans>
              It stays known that there were documents, of which kind, and when they went. A fingerprint of
              each stays too: it shows nothing, but tells when the same file comes again.
            </Trans>
          </li>
        </ul>
      </Sheet>
    </>
  );
}
