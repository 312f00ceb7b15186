// Your data: what is stored and why, what is on this device, everything as a file, deleting documents, and whom to ask.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect } from 'react';
import { useWaiting } from '#api/away.ts';
import { useBusy } from '#lib/busy.ts';
import { CAN_STAY } from '#lib/can-stay.ts';
import { go, useParam } from '#lib/navigate.ts';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom } from '#lib/session.ts';
import { ConnectButton } from '#ui/connect-button.tsx';
import { Button } from '#ui/button.tsx';
import { Card, Tag } from '#ui/card.tsx';
import { Fold } from '#ui/fold.tsx';
import { Body } from '#ui/hero.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import { cached } from '#api/queries.ts';
import type { Output } from '#contract';
import { timeWithin } from '#lib/time.ts';
import { Absent } from '#ui/failed-view.tsx';
import { forgetStored } from '#api/stored-here.ts';
import { isWaiting } from '#api/outbox.rules.ts';
import { outboxAtom, unsentAtom } from '#api/outbox-page.ts';
import { toast } from '#lib/toast.ts';
import { Notice } from '#ui/notice.tsx';
import { DevicesCard } from './devices-card.tsx';
import { PAIR_PARAM } from './devices.rules.ts';
import { DocumentsCard } from './documents-card.tsx';
import { ExportCard } from './export-card.tsx';
import { LockCard, useCanLock } from './lock-card.tsx';

// What is stored about an account and why, what everyone can see, and what is not collected.

const Explained = ({ what, children }: { what: ReactNode; children: ReactNode }) => (
  <Fold explains title={<span className="text-base">{what}</span>}>
    {children}
  </Fold>
);

const StoredCard = () => (
  <Card title={<Trans>What we keep</Trans>}>
    <p className="m-0 mb-1 text-sm text-pretty">
      <Trans>Apart from your verification documents: no name, email, phone number or password.</Trans>
    </p>
    <div className="-mb-2">
      <Explained what={<Trans>Your account</Trans>}>
        <Trans>Your wallet address, invite code and who invited you.</Trans>
      </Explained>
      <Explained what={<Trans>Your activity</Trans>}>
        <Trans>
          Deposits, withdrawals, purchases, stakes, bets and guesses. We never delete these: they make up your
          balance.
        </Trans>
      </Explained>
      <Explained what={<Trans>Miner, team and limits</Trans>}>
        <Trans>Cycles, hashrate, team size and rewards, bet limit and pauses.</Trans>
      </Explained>
      <Explained what={<Trans>Verification</Trans>}>
        <Trans>
          Exchange, UID, address, result and two documents that only reviewers can open. We delete the
          documents after the review, or when you say so, and keep a fingerprint to notice reuse.
        </Trans>
      </Explained>
      <Explained what={<Trans>Devices that stay signed in</Trans>}>
        <Trans>
          Browser, system, a public key, and first and last use. Deleted when you sign out or after 30 days
          unused.
        </Trans>
      </Explained>
      <Explained what={<Trans>Sign-ins and reminders</Trans>}>
        <Trans>
          When you signed in and last visited. For reminders: a push address, language and quiet hours, until
          you turn them off.
        </Trans>
      </Explained>
    </div>
  </Card>
);

const OthersCard = () => (
  <Card title={<Trans>What others see</Trans>}>
    <div className="-mb-2">
      <Explained what={<Trans>Deposits and withdrawals</Trans>}>
        <Trans>They're public on the chain for good.</Trans>
      </Explained>
      <Explained what={<Trans>Your address</Trans>}>
        <Trans>
          People above you on the team see it shortened, along with when you joined, whether you're verified,
          your hashrate and stakes, and every reward or bet that earns them a share. Everyone sees it
          shortened when you're among a race's top players.
        </Trans>
      </Explained>
      <Explained what={<Trans>Other services</Trans>}>
        <Trans>
          No cookies, trackers or ads. A chain node sees deposits and draw checks, WalletConnect carries its
          messages, and your browser's push service carries encrypted reminders. We briefly keep a hashed
          network address to stop floods of requests.
        </Trans>
      </Explained>
    </div>
  </Card>
);

/** What is on this device, and deleting it. Queued actions are not cached data: they are listed, and stay. */
function DeviceCard() {
  const [busy, forget] = useBusy(() =>
    forgetStored().then(
      () => toast(t`Device cleared`, 'success'),
      () => toast(t`Couldn't clear this device. Try again.`, 'error'),
    ),
  );
  return (
    <Card title={<Trans>On this device</Trans>}>
      <div className="grid gap-3 text-sm text-pretty">
        <p className="m-0">
          <Trans>To open offline, this browser saves the app, your last figures and announcements.</Trans>
        </p>
        <Fold className="-my-2" title={<Trans>How it works</Trans>}>
          <div className="grid gap-2 pb-3">
            <p className="m-0">
              <Trans>
                Your figures are deleted when you sign out, or close the window without staying signed in.
                Settings stay.
              </Trans>
            </p>
            <p className="m-0">
              <Trans>
                Clearing keeps unsent actions and pending deposits. The rest comes back as you use the app.
              </Trans>
            </p>
          </div>
        </Fold>
        <Waiting />
        <Button wide look="secondary" busy={busy} onClick={forget}>
          <Trans>Clear this device</Trans>
        </Button>
      </div>
    </Card>
  );
}

/** Actions that have not been sent yet are never deleted with the rest. */
function Waiting() {
  const own = useAtomValue(outboxAtom).filter(isWaiting).length;
  const others = useAtomValue(unsentAtom).waiting;
  const waiting = own + others;
  if (waiting === 0) return null;
  return (
    <Notice tone="amber" icon="clock">
      <Plural
        value={waiting}
        one="# action is still waiting to be sent."
        other="# actions are still waiting to be sent."
      />
      {own > 0 && (
        <Button look="secondary" size="sm" className="mt-2" onClick={() => openPopup('outbox', {})}>
          <Trans>See them</Trans>
        </Button>
      )}
    </Notice>
  );
}

type Sessions = Output<'GET /api/user/sessions'>;

/** Where the account is signed in. */
function SessionsCard({ sessions }: { sessions: UseQueryResult<Sessions> }) {
  const { i18n } = useLingui();
  if (!sessions.data) return <Absent of={sessions} lines={4} />;
  return (
    <Card title={<Trans>Where you're signed in</Trans>}>
      <ul className="m-0 list-none divide-y divide-line p-0">
        {sessions.data.items.map(({ signedInAt, lastSeenAt, current }) => (
          <li key={signedInAt} className="flex items-start justify-between gap-3 py-2 text-sm">
            <span>
              <Trans>Since {timeWithin(signedInAt, i18n.locale)}</Trans>
              <span className="block text-xs text-muted">
                <Trans>last visit {timeWithin(lastSeenAt, i18n.locale)}</Trans>
              </span>
            </span>
            {current && (
              <Tag tone="good">
                <Trans>this one</Trans>
              </Tag>
            )}
          </li>
        ))}
      </ul>
      <p className="m-0 pt-2 text-sm text-pretty text-muted">
        <Trans>Sessions end after 24 hours without use, or after 7 days.</Trans>
      </p>
    </Card>
  );
}

// The page's queries.

const devicesQuery = () => ({ ...cached('GET /api/user/devices'), staleTime: 0 });
const sessionsQuery = () => ({ ...cached('GET /api/user/sessions'), staleTime: 0 });

/** A guest's link from another device: prompts for its code, once. */
function useCodeOfLink(signedIn: boolean): void {
  const code = useParam(PAIR_PARAM);
  useEffect(() => {
    if (code === undefined) return;
    void go('/pages/privacy/index', { replace: true }).then(() => {
      if (!signedIn && CAN_STAY) openPopup('enterCode', { code });
    });
  }, [code, signedIn]);
}

export function Page() {
  const signedIn = useAtomValue(signedInAtom);
  useCodeOfLink(signedIn);
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
  const kyc = useQuery(cached('GET /api/user/kyc'));
  const devices = useQuery(devicesQuery());
  const sessions = useQuery(sessionsQuery());
  const canLock = useCanLock();
  return (
    <>
      <ExportCard />
      {useWaiting(kyc, devices, sessions) ? (
        // All together, so that nothing moves.
        <>
          <SkeletonCard lines={4} />
          <SkeletonCard lines={9} />
          <SkeletonCard lines={11} />
          <SkeletonCard lines={4} />
          <SkeletonCard lines={4} />
        </>
      ) : (
        <>
          <DocumentsCard kyc={kyc} />
          <DeviceCard />
          <DevicesCard devices={devices} sessions={sessions.data?.items.length ?? 0} />
          <LockCard can={canLock} />
          <SessionsCard sessions={sessions} />
          <DeleteCard />
        </>
      )}
    </>
  );
}

const DeleteCard = () => (
  <Card title={<Trans>Delete your account</Trans>}>
    <div className="grid gap-3">
      <p className="m-0 text-sm text-pretty">
        <Trans>You'll see what goes and what stays first.</Trans>
      </p>
      <Button wide look="secondary" onClick={() => openPopup('deleteAccount', {})}>
        <Trans>Delete my account</Trans>
      </Button>
    </div>
  </Card>
);

function Guest() {
  const { t } = useLingui();
  return (
    <Card tone="amber">
      <EmptyState icon="kyc" title={t`Nothing kept yet`}>
        <Trans>Connect your wallet to download your data or delete documents.</Trans>
      </EmptyState>
      <ConnectButton />
    </Card>
  );
}

const AskCard = () => (
  <Card title={<Trans>Questions</Trans>}>
    <p className="m-0 text-sm text-pretty">
      <Trans>
        To correct your data or ask about it,{' '}
        <PageLink to="/pages/contact/index" className="font-medium underline underline-offset-4">
          contact us
        </PageLink>
        . Never share your recovery phrase.
      </Trans>
    </p>
  </Card>
);
