// The withdraw sheet, step by step: fill in, confirm, follow. Each opening starts over.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { errorText } from '#api/errors.ts';
import { cached } from '#api/queries.ts';
import { FailedView } from '#ui/failed-view.tsx';
import { focusFault } from '#ui/form.tsx';
import { OutcomeNotice } from '#ui/notice.tsx';
import { useNow } from '#ui/now.ts';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import { amountText, openText, shortAddress } from '#lib/amounts.ts';
import { sameAddress } from '#rules/addresses.ts';
import type { ReceiptContent } from '#ui/receipt-picture.ts';
import { ReceiptActions } from '#ui/receipt.tsx';
import { go } from '#lib/navigate.ts';
import { Button } from '#ui/button.tsx';
import { assetsQuery } from '#features/assets/assets.queries.ts';
import { useAfter } from '#lib/use-after.ts';
import { networkName } from '#lib/network.ts';
import { startingOver } from '#ui/each-opening.tsx';
import { openPopup, type PopupProps } from '#lib/popups.ts';
import { signedInAtom } from '#lib/session.ts';
import { useFrozen } from '#lib/use-frozen.ts';
import { Fact, Tag } from '#ui/card.tsx';
import { Confirm, ConfirmActions } from '#ui/confirm.tsx';
import { type Flow, useFlow } from './use-flow.ts';
import { WithdrawApproval } from './withdraw-approval.tsx';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawProgress } from './withdraw-progress.tsx';
import { type Asset, withdrawalOf } from './withdraw.rules.ts';

interface ConfirmProps {
  asset: Asset;
  amount: string;
  recipient: string;
  foreign: boolean;
  chainId: number;
  busy: boolean;
  /** It was sent and no answer came. */
  lost: boolean;
}

/** The second step: the final review before it is sent. */
function WithdrawConfirm({ asset, amount, recipient, foreign, chainId, busy, lost }: ConfirmProps) {
  const { i18n } = useLingui();
  const figure = (value: string | null, write = openText) =>
    `${write(value ?? '0', i18n.locale, { max: Infinity })} ${asset.coin}`;
  const { receives, after } = withdrawalOf(asset, amount);
  const tag = foreign ? (
    <Tag tone="amber">
      <Trans>Another wallet</Trans>
    </Tag>
  ) : (
    <Tag tone="good">
      <Trans>Your wallet</Trans>
    </Tag>
  );
  return (
    <Confirm
      coin={asset.coin}
      lead={foreign ? <Trans>The recipient gets</Trans> : <Trans>You receive</Trans>}
      figure={figure(receives)}
      recipient={{ address: recipient, note: tag }}
      facts={
        <>
          <Fact label={<Trans>Network</Trans>}>{networkName(chainId)}</Fact>
          <Fact label={<Trans>Amount</Trans>}>{figure(amount)}</Fact>
        </>
      }
      feeLabel={<Trans>Fee, part of the amount</Trans>}
      fee={figure(asset.withdrawFee)}
      after={useFrozen(lost || after === null ? '–' : figure(after, amountText), busy)}
    >
      <p className="m-0 text-sm text-pretty text-muted">
        {foreign ? (
          <Trans>Your wallet will ask you to sign, free of charge. A withdrawal can't be undone.</Trans>
        ) : (
          <Trans>A withdrawal can't be undone.</Trans>
        )}
      </p>
    </Confirm>
  );
}

/** Polling interval during a review. */
const PENDING_MS = 3000;
/** A quick answer avoids showing a skeleton. */
const PATIENCE_MS = 300;

/**
 * Guests and unverified users are led to where they can change that; `onLeave` is called when the session ends
 * meanwhile.
 */
function useGate(open: boolean, onLeave: () => void) {
  const signedIn = useAtomValue(signedInAtom);
  const [cameIn] = useState(signedIn);
  const user = useQuery({
    ...cached('GET /api/user/info'),
    enabled: open && signedIn,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.kyc === 'submitted' ? PENDING_MS : false),
  });
  const list = useQuery({ ...assetsQuery(), enabled: open && signedIn, staleTime: 0 });
  const waited = useAfter(PATIENCE_MS);
  const kyc = user.data?.kyc;
  // Cached data may be outdated: before turning a user away, wait for the new answer.
  const lacking = kyc === 'none' || kyc === 'failed';
  const unverified = lacking && user.isFetchedAfterMount && user.isSuccess && !user.isFetching;
  const turnAway = useEffectEvent(() => {
    if (!signedIn) return cameIn ? onLeave() : openPopup('connect', {});
    return unverified ? openPopup('kycRequired', { before: 'withdraw' }) : undefined;
  });
  useEffect(() => {
    if (open) turnAway();
  }, [open, signedIn, unverified]);

  const pending = kyc === 'submitted';
  const passed = kyc === 'approved' && list.data !== undefined;
  const failed = lacking && user.isError ? user : [user, list].find((each) => each.isError && !each.data);
  return {
    list: list.data,
    passed,
    pending,
    error: failed?.error,
    retry: () => void failed?.refetch(),
    /** There is something to show; users who are turned away never see the sheet. */
    visible: open && signedIn && !unverified && (waited || passed || pending || failed !== undefined),
  };
}

// The buttons of each step of the withdraw sheet. Without a network, none of them moves money.

/** The withdrawal as it was booked. The user's own address is not included. */
function useReceipt({ receipt, own }: Flow): ReceiptContent | undefined {
  const { t, i18n } = useLingui();
  if (!receipt) return undefined;
  const { coin, recipient } = receipt;
  const figure = (value: string) => `${amountText(value, i18n.locale, { max: Infinity })} ${coin}`;
  return {
    coin,
    lead: t`Withdrawal`,
    figure: figure(receipt.receives),
    facts: [
      { label: t`Amount`, text: figure(receipt.amount) },
      { label: t`Fee`, text: figure(receipt.fee) },
      {
        label: t`Recipient`,
        text: sameAddress(recipient, own) ? t`Your wallet` : shortAddress(recipient),
      },
    ],
  };
}

interface ActionsProps {
  flow: Flow;
  /** Id of the form. */
  id: string;
  onClose: () => void;
}

const AMBER = { tone: 'amber', icon: 'wallet' } as const;

function WithdrawActions({ flow, id, onClose }: ActionsProps) {
  const { i18n } = useLingui();
  const amount = `${openText(flow.draft.amount, i18n.locale, { max: Infinity })} ${flow.asset.coin}`;
  const content = useReceipt(flow);
  if (content) return <ReceiptActions content={content} onDone={onClose} />;
  if (flow.step === 'approval')
    return (
      <Button look="secondary" wide disabled={flow.approval === 'signed'} onClick={flow.letGo}>
        <Trans>Cancel</Trans>
      </Button>
    );
  const { refusal } = flow;
  const byWallet = refusal?.about === 'wallet';
  const notice = (
    <OutcomeNotice lost={refusal?.lost === true} {...(byWallet && AMBER)}>
      {(byWallet || refusal?.about === 'sending') && refusal.text}
    </OutcomeNotice>
  );
  if (flow.step === 'form')
    return (
      <>
        <Button wide type="submit" form={id} disabled={!flow.online}>
          <Trans>Continue</Trans>
        </Button>
        {notice}
      </>
    );
  return (
    <ConfirmActions
      onConfirm={refusal?.unconnected ? flow.connect : flow.submit}
      onCancel={flow.back}
      busy={flow.busy}
      disabled={!flow.online}
      notice={notice}
    >
      {refusal?.unconnected ? <Trans>Connect wallet</Trans> : <Trans>Withdraw {amount}</Trans>}
    </ConfirmActions>
  );
}

const ToVerification = ({ onClose }: { onClose: () => void }) => (
  <Button look="secondary" wide onClick={() => void go('/pages/authentication/index').finally(onClose)}>
    <Trans>Go to Verify</Trans>
  </Button>
);

function Opening({ open, onClose, input }: PopupProps<'withdraw'>) {
  const { t } = useLingui();
  const id = useId();
  const now = useNow(30_000);
  const gate = useGate(open, onClose);
  const flow = useFlow({ list: gate.list, input, open });
  const { step, receipt } = flow;
  const { list } = gate;
  const ready = gate.passed && list !== undefined && flow.coins.length > 0;
  // Focuses the refused field once it is rendered.
  const led = useEffectEvent(() => (step === 'form' ? focusFault(document.getElementById(id)) : undefined));
  useEffect(() => {
    if (flow.refusal) led();
  }, [flow.refusal]);
  const titles = {
    form: t`Withdraw`,
    check: t`Withdraw`,
    approval: t`Withdraw`,
    progress: t`Withdrawal`,
  };
  return (
    <Sheet
      open={gate.visible}
      onClose={onClose}
      title={titles[step]}
      actions={
        ready ? (
          <WithdrawActions flow={flow} id={id} onClose={onClose} />
        ) : (
          gate.pending && <ToVerification onClose={onClose} />
        )
      }
    >
      {!ready && <NotYet gate={gate} />}
      {ready && step === 'form' && (
        <WithdrawForm
          {...flow}
          id={id}
          now={now}
          chainId={list.chainId}
          onChange={flow.edit}
          onSubmit={flow.proceed}
        />
      )}
      {ready && step === 'check' && (
        <WithdrawConfirm
          asset={flow.asset}
          amount={flow.draft.amount}
          recipient={flow.recipient}
          foreign={flow.judgement.foreign}
          chainId={list.chainId}
          busy={flow.busy}
          lost={flow.refusal?.lost === true}
        />
      )}
      {ready && step === 'approval' && (
        <WithdrawApproval
          asset={flow.asset}
          amount={flow.draft.amount}
          recipient={flow.recipient}
          isSigned={flow.approval === 'signed'}
        />
      )}
      {ready && receipt && <WithdrawProgress receipt={receipt} explorerUrl={list.explorerUrl} open={open} />}
    </Sheet>
  );
}

export const Popup = startingOver(Opening);

function NotYet({ gate }: { gate: ReturnType<typeof useGate> }) {
  if (gate.error) return <FailedView message={errorText(gate.error)} onRetry={gate.retry} />;
  if (gate.pending)
    return (
      <EmptyState icon="kyc" title={<Trans>Your verification is being reviewed</Trans>}>
        <Trans>You can withdraw once it's approved. We'll update this page.</Trans>
      </EmptyState>
    );
  if (!gate.passed) return <SkeletonCard lines={7} />;
  return (
    <EmptyState icon="withdraw" title={<Trans>No withdrawals right now</Trans>}>
      <Trans>Your balances are safe.</Trans>
    </EmptyState>
  );
}
