// Your data: what is stored and why, what is on this device, everything as a file, deleting documents, and whom to ask.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { useWaiting } from '#api/away.ts';
import { CAN_STAY } from '#lib/can-stay.ts';
import { go, useParam } from '#lib/navigate.ts';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Card, Tag } from '#ui/card.tsx';
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

function Stored({ what, children }: { what: ReactNode; children: ReactNode }) {
  return (
    <div className="py-2.5">
      <dt className="text-base font-semibold">{what}</dt>
      <dd className="m-0 mt-0.5 text-sm text-pretty text-muted">{children}</dd>
    </div>
  );
}

const StoredCard = () => (
  <Card title={<Trans>What is kept, and why</Trans>}>
    <dl className="m-0 divide-y divide-line">
      <Stored what={<Trans>Wallet address, invite code, who invited you</Trans>}>
        <Trans>
          They are the account. There is no name, no e-mail address, no telephone number and no password.
        </Trans>
      </Stored>
      <Stored what={<Trans>Every movement of money</Trans>}>
        <Trans>
          Deposits, withdrawals, purchases, stakes, bets and guesses stand in a ledger of which nothing is
          removed: each balance has to follow from it.
        </Trans>
      </Stored>
      <Stored what={<Trans>Miner, team and limits</Trans>}>
        <Trans>
          Cycles and hashrate, how many members a team has and what it has earned, your bet limit and pauses.
        </Trans>
      </Stored>
      <Stored what={<Trans>Verification</Trans>}>
        <Trans>
          Exchange, UID and address, the verdict, and two documents. Documents are encrypted, opened by who
          verifies alone, and deleted some time after the verdict, or at once when you say so. A fingerprint
          of each stays, so that the same file is noticed in another account.
        </Trans>
      </Stored>
      <Stored what={<Trans>Devices that stay signed in</Trans>}>
        <Trans>
          Browser and system of each, the public half of a key that never leaves it, and when it was first and
          last used; until it is signed out, or has not been used for 30 days.
        </Trans>
      </Stored>
      <Stored what={<Trans>Sign-ins and reminders</Trans>}>
        <Trans>
          When you signed in and were last seen; of a device with reminders its address at the push service,
          language and quiet hours, until you switch them off.
        </Trans>
      </Stored>
    </dl>
  </Card>
);

const OthersCard = () => (
  <Card title={<Trans>What others see</Trans>}>
    <div className="grid gap-2.5 text-sm text-pretty">
      <p className="m-0">
        <Trans>
          Deposits and withdrawals are transactions on a public chain: addresses and amounts can be read there
          by anybody, for ever, and nobody can delete them.
        </Trans>
      </p>
      <p className="m-0">
        <Trans>
          Your address is shown to others shortened in the middle: to the people above you in the team, with
          hashrate and stakes, and among the best of a race.
        </Trans>
      </p>
      <p className="m-0">
        <Trans>
          There are no cookies, no trackers and no advertising. The app asks nobody but this server and, for
          deposits and proofs of draws, a node of the chain. If you connect by WalletConnect, its servers
          carry the messages; reminders pass your browser's push service, encrypted. Network addresses are
          counted for a short time against too many requests, as fingerprints.
        </Trans>
      </p>
    </div>
  </Card>
);

/** What is on this device, and deleting it. Queued actions are not cached data: they are named, and stay. */
function DeviceCard() {
  const [busy, setBusy] = useState(false);
  const forget = async () => {
    setBusy(true);
    try {
      await forgetStored();
      toast(t`Deleted from this device`, 'success');
    } catch {
      toast(t`This browser does not let it be deleted`, 'error');
    }
    setBusy(false);
  };
  return (
    <Card title={<Trans>On this device</Trans>}>
      <div className="grid gap-3 text-sm text-pretty">
        <p className="m-0">
          <Trans>
            So that the app opens without a network, this browser keeps the app itself, the last figures and
            lists you have seen, and announcements with what you have read. Your figures and lists are deleted
            when you sign out and, unless you stay signed in on this device, when you close the window.
            Settings such as the language stay here and are sent to nobody.
          </Trans>
        </p>
        <Waiting />
        <p className="m-0 text-sm text-muted">
          <Trans>
            What is deleted comes again as you use the app, and is missing without a network until then. What
            is on its way stays: actions that were not sent, deposits that were not credited.
          </Trans>
        </p>
        <Button wide look="secondary" busy={busy} onClick={() => void forget()}>
          <Trans>Delete what is kept here</Trans>
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
        one="# action has not been sent yet. It stays until it is sent or you throw it away."
        other="# actions have not been sent yet. They stay until they are sent or you throw them away."
      />
      {own > 0 && (
        <Button look="secondary" size="sm" className="mt-2" onClick={() => openPopup('outbox', {})}>
          <Trans>Look at them</Trans>
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
    <Card title={<Trans>Signed in</Trans>}>
      <ul className="m-0 list-none divide-y divide-line p-0">
        {sessions.data.items.map(({ signedInAt, lastSeenAt, current }) => (
          <li key={signedInAt} className="flex items-start justify-between gap-3 py-2 text-sm">
            <span>
              <Trans>Since {timeWithin(signedInAt, i18n.locale)}</Trans>
              <span className="block text-xs text-muted">
                <Trans>last seen {timeWithin(lastSeenAt, i18n.locale)}</Trans>
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
        <Trans>
          A session ends when you sign out, after 24 hours without use, and after 7 days at the latest. If 20
          are open, the next sign-in ends the one used longest ago.
        </Trans>
      </p>
    </Card>
  );
}

// The page's queries.

const kycQuery = () => cached('GET /api/user/kyc');
const devicesQuery = () => ({ ...cached('GET /api/user/devices'), staleTime: 0 });
const sessionsQuery = () => ({ ...cached('GET /api/user/sessions'), staleTime: 0 });

/** A guest's link from another device: its code is asked for, once. */
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
  const kyc = useQuery(kycQuery());
  const devices = useQuery(devicesQuery());
  const sessions = useQuery(sessionsQuery());
  const canLock = useCanLock();
  return (
    <>
      <ExportCard />
      {useWaiting(kyc, devices, sessions) ? (
        // All at once, so that nothing moves.
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
        <Trans>You are shown what is erased and what stays before anything happens.</Trans>
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
