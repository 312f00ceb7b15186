// Deleting the account: what is erased and what stays, what has to end first, what is given up, and the final
// confirmation.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { call } from '#api/client.ts';
import { errorText } from '#api/errors.ts';
import type { Output } from '#contract';
import { openText } from '#lib/amounts.ts';
import { useOnline } from '#lib/online.ts';
import { openPopup, type PopupProps } from '#lib/popups.ts';
import { Button } from '#ui/button.tsx';
import { eachOpening } from '#ui/each-opening.tsx';
import { Notice, OutcomeNotice } from '#ui/notice.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import { Skeleton } from '#ui/views.tsx';
import { useDeletion } from './delete-account.ts';

type Deletion = Output<'GET /api/user/deletion'>;
type Open = Deletion['open'][number];

const List = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div>
    <h3 className="m-0 text-base font-semibold">{title}</h3>
    <ul className="m-0 mt-1.5 grid list-disc gap-1.5 pl-5 text-sm text-pretty text-muted">{children}</ul>
  </div>
);

const Consequences = () => (
  <>
    <List title={<Trans>Erased</Trans>}>
      <li>
        <Trans>Your verification and its documents.</Trans>
      </li>
      <li>
        <Trans>Your miner and hashrate.</Trans>
      </li>
      <li>
        <Trans>Your wallet address, invite link, settings and reminders.</Trans>
      </li>
      <li>
        <Trans>All devices, sessions and what's saved here.</Trans>
      </li>
    </List>
    <List title={<Trans>Kept</Trans>}>
      <li>
        <Trans>The ledger, under a number instead of your address.</Trans>
      </li>
      <li>
        <Trans>Deposits and withdrawals, which are public on the chain anyway.</Trans>
      </li>
      <li>
        <Trans>Fingerprints of your address, UID and documents, only to notice reuse.</Trans>
      </li>
    </List>
    <List title={<Trans>If you come back</Trans>}>
      <li>
        <Trans>You get a new account without a welcome gift or team. Game limits and pauses stay.</Trans>
      </li>
      <li>
        <Trans>You can't reuse your exchange UID.</Trans>
      </li>
    </List>
  </>
);

function OpenText({ open }: { open: Open }) {
  switch (open) {
    case 'frozen':
      return <Trans>Your account is frozen.</Trans>;
    case 'withdrawal':
      return <Trans>A withdrawal is on its way.</Trans>;
    case 'stake':
      return (
        <Trans>
          You have stakes.{' '}
          <PageLink to="/pages/pledge/index" className="font-medium underline underline-offset-4">
            Unstake
          </PageLink>
        </Trans>
      );
    case 'hashrate':
      return (
        <Trans>
          You have purchased hashrate.{' '}
          <PageLink to="/pages/buyback/index" className="font-medium underline underline-offset-4">
            Sell it back
          </PageLink>
        </Trans>
      );
    case 'bet':
      return <Trans>Your round has no result yet.</Trans>;
    case 'cycle':
      return (
        <Trans>
          Your miner is running.{' '}
          <PageLink to="/pages/mining/index" className="font-medium underline underline-offset-4">
            Claim when it's done
          </PageLink>
        </Trans>
      );
  }
}

interface BalancesProps {
  balances: Deletion['balances'];
  agreed: boolean;
  missing: boolean;
  onAgree: (agreed: boolean) => void;
}

/** What would be lost is named in full, even while amounts are hidden. */
function GivenUp({ balances, agreed, missing, onAgree }: BalancesProps) {
  const { i18n } = useLingui();
  const figures = balances.map(
    ({ coin, amount }) => `${openText(amount, i18n.locale, { max: Infinity })} ${coin}`,
  );
  const all = new Intl.ListFormat(i18n.locale).format(figures);
  return (
    <div className="grid gap-2">
      <Notice tone="amber" icon="warn">
        <Trans>You'll lose your balance: {all}.</Trans>
      </Notice>
      <Button look="secondary" wide onClick={() => openPopup('withdraw', {})}>
        <Trans>Withdraw first</Trans>
      </Button>
      <Checkbox checked={agreed} onChange={onAgree} wrong={missing}>
        <Trans>I give up {all}</Trans>
      </Checkbox>
    </div>
  );
}

function Opening({ open, onClose }: PopupProps<'deleteAccount'>) {
  const online = useOnline();
  const consent = useRef<HTMLDivElement>(null);
  const [agreed, setAgreed] = useState(false);
  const [tried, setTried] = useState(false);
  const asked = useQuery({
    queryKey: ['GET /api/user/deletion'],
    queryFn: ({ signal }) => call('GET /api/user/deletion', {}, { signal }),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
  });
  const { remove, busy, isAsking, refusal } = useDeletion(open, () => {
    setAgreed(false);
    setTried(false);
    void asked.refetch();
  });
  const { data } = asked;
  const message = data?.message;
  const isAgreed = agreed || data?.balances.length === 0;
  const submit = () => {
    setTried(true);
    if (message && isAgreed) remove(message);
    // It may have been scrolled out of sight.
    else consent.current?.querySelector('input')?.focus();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Delete your account?</Trans>}
      description={<Trans>This can't be undone.</Trans>}
      actions={
        <>
          <div aria-live="polite" className="grid gap-3 empty:hidden">
            {isAsking && (
              <Notice icon="wallet">
                <Trans>Check and approve the message in your wallet.</Trans>
              </Notice>
            )}
          </div>
          <OutcomeNotice lost={refusal?.lost}>{refusal?.text}</OutcomeNotice>
          <Button look="ghost" wide disabled={busy && !isAsking} onClick={onClose}>
            <Trans>Keep my account</Trans>
          </Button>
          {message && (
            <Button look="danger" wide busy={busy} disabled={!online} onClick={submit}>
              <Trans>Delete my account</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {data && data.open.length > 0 && (
          <Notice tone="amber" icon="clock">
            <Trans>Finish these first:</Trans>
            <ul className="m-0 mt-1 grid list-disc gap-1 pl-5">
              {data.open.map((one) => (
                <li key={one}>
                  <OpenText open={one} />
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {message && data.balances.length > 0 && (
          <div ref={consent}>
            <GivenUp
              balances={data.balances}
              agreed={agreed}
              missing={tried && !isAgreed}
              onAgree={setAgreed}
            />
          </div>
        )}
        <Consequences />
        {!data && !asked.error && <Skeleton className="h-24" />}
        {asked.error && <TryAgain why={errorText(asked.error)} onRetry={() => void asked.refetch()} />}
      </div>
    </Sheet>
  );
}

export const Popup = eachOpening(Opening);
