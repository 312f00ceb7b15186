// Your data: what is kept and why, what lies on this device, all of it as a file, deleting documents, and where to ask.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useWaiting } from '#api/away.ts';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Body } from '#ui/hero.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import { DeviceCard } from './device-card.tsx';
import { DocumentsCard } from './documents-card.tsx';
import { ExportCard } from './export-card.tsx';
import { StoredCard, OthersCard } from './stored-card.tsx';
import { kycQuery, sessionsQuery } from './privacy.queries.ts';
import { SessionsCard } from './sessions-card.tsx';

export function Page() {
  const signedIn = useAtomValue(signedInAtom);
  return (
    <Body overlap={false} columns>
      <div className="grid gap-3">
        {signedIn ? (
          <Own />
        ) : (
          <>
            <Guest />
            <DeviceCard />
          </>
        )}
      </div>
      <div className="grid gap-3">
        <StoredCard />
        <OthersCard />
        <AskCard />
      </div>
    </Body>
  );
}

function Own() {
  const kyc = useQuery(kycQuery());
  const sessions = useQuery(sessionsQuery());
  return (
    <>
      <ExportCard />
      {useWaiting(kyc, sessions) ? (
        // All of it at once, so that nothing moves.
        <>
          <SkeletonCard lines={4} />
          <SkeletonCard lines={9} />
          <SkeletonCard lines={4} />
        </>
      ) : (
        <>
          <DocumentsCard kyc={kyc} />
          <DeviceCard />
          <SessionsCard sessions={sessions} />
        </>
      )}
    </>
  );
}

function Guest() {
  const { t } = useLingui();
  return (
    <Card tone="amber">
      <EmptyState icon="kyc" title={t`Nothing is kept about a guest`}>
        <Trans>
          With a connected wallet you save everything about your account as a file, and delete your documents.
        </Trans>
      </EmptyState>
      <Button wide icon="wallet" onClick={() => openPopup('connect', {})}>
        <Trans>Connect wallet</Trans>
      </Button>
    </Card>
  );
}

const AskCard = () => (
  <Card title={<Trans>Something else</Trans>}>
    <p className="m-0 text-sm text-pretty">
      <Trans>
        For a correction, or a question about your data,{' '}
        <PageLink to="/pages/contact/index" className="font-medium underline underline-offset-4">
          write to us
        </PageLink>
        . Say which account it is about; nobody ever needs your wallet's secret words.
      </Trans>
    </p>
  </Card>
);
