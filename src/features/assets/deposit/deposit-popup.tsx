// The deposit sheet: a plain transfer from the user's own wallet to the treasury, followed until it is credited.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useId, useLayoutEffect } from 'react';
import { cached } from '#api/queries.ts';
import { openPopup, type PopupInputs, type PopupProps } from '#lib/popups.ts';
import { signedInAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { toast } from '#lib/toast.ts';
import { Absent } from '#ui/failed-view.tsx';
import { Sheet } from '#ui/sheet.tsx';
import type { AssetList } from '#features/assets/assets.rules.ts';
import { connectThen } from '#features/assets/connect-then.ts';
import { useAfter } from '#lib/use-after.ts';
import { networkName } from '#lib/network.ts';
import { amountText, openText, shortAddress } from '#lib/amounts.ts';
import { timeText } from '#lib/time.ts';
import { ConfirmActions } from '#ui/confirm.tsx';
import { Notice, OfflineNotice } from '#ui/notice.tsx';
import type { ReceiptContent } from '#ui/receipt-picture.ts';
import { Receipt, ReceiptActions } from '#ui/receipt.tsx';
import { BRAND } from '#lib/brand.ts';
import { useOnline } from '#lib/online.ts';
import { Button } from '#ui/button.tsx';
import { DepositConfirm, DepositForm } from './deposit-form.tsx';
import { InWallet, WentWrong, WrongChain } from './deposit-moment.tsx';
import { DepositProgress } from './deposit-progress.tsx';
import { type Flow, flowAtom } from './flow.ts';
import { backToForm, leave, sendOrder, switchNetwork } from './flow-live.ts';
import { type Shown, useDeposits } from './use-deposits.ts';
import { useForm } from './use-form.ts';
import { isOver } from './deposit.rules.ts';
import { putAway } from './deposits.ts';

/** After this long, the user may want to start over. */
const START_OVER_MS = 30_000;

interface ActionsProps {
  flow: Exclude<Flow, { at: 'form' }>;
  shown: Shown | undefined;
  /** Set once it is credited. */
  receipt: ReceiptContent | undefined;
  rpcUrl: string;
  onClose: () => void;
}

/** The deposit as it was credited. */
function useReceipt(shown: Shown | undefined): ReceiptContent | undefined {
  const { t: say, i18n } = useLingui();
  if (shown?.status?.is !== 'credited') return undefined;
  const { deposit, status } = shown;
  return {
    coin: deposit.coin,
    lead: say`You deposited`,
    figure: `${amountText(status.amount, i18n.locale, { max: Infinity })} ${deposit.coin}`,
    facts: [
      { label: say`Sent`, text: timeText(deposit.sentAt, i18n.locale) },
      { label: say`Network`, text: networkName(deposit.chainId) },
      { label: say`Transaction`, text: shortAddress(deposit.hash) },
    ],
  };
}

/** The buttons at the bottom of the deposit sheet, depending on the deposit's state. */
function DepositActions({ flow, shown, receipt, rpcUrl, onClose }: ActionsProps) {
  switch (flow.at) {
    case 'wallet':
      return <Waiting onClose={onClose} />;
    case 'wrong_chain':
      return (
        <>
          <Button look="ghost" wide onClick={backToForm}>
            <Trans>Back</Trans>
          </Button>
          <Button wide busy={flow.switching} onClick={() => void switchNetwork(flow.order, rpcUrl)}>
            <Trans>Switch network</Trans>
          </Button>
        </>
      );
    case 'fault':
      return (
        <>
          <Button look="ghost" wide onClick={backToForm}>
            <Trans>Back</Trans>
          </Button>
          {flow.kind === 'disconnected' ? (
            <Button
              wide
              onClick={() => {
                const { coin, amount } = flow.order;
                backToForm();
                connectThen(() => openPopup('deposit', { coin, amount }));
              }}
            >
              <Trans>Connect wallet</Trans>
            </Button>
          ) : (
            <Button wide onClick={() => void sendOrder(flow.order, rpcUrl)}>
              <Trans>Try again</Trans>
            </Button>
          )}
        </>
      );
    case 'sent':
      return <Sent shown={shown} receipt={receipt} onClose={onClose} />;
  }
}

function Waiting({ onClose }: { onClose: () => void }) {
  const slow = useAfter(START_OVER_MS);
  return (
    <>
      {slow && (
        <>
          <p className="m-0 text-center text-sm text-pretty text-muted">
            <Trans>If you start over, decline the first request in your wallet.</Trans>
          </p>
          <Button look="ghost" wide onClick={backToForm}>
            <Trans>Start over</Trans>
          </Button>
        </>
      )}
      <Button look="secondary" wide onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </>
  );
}

function Sent({ shown, receipt, onClose }: Pick<ActionsProps, 'shown' | 'receipt' | 'onClose'>) {
  const status = shown?.status;
  if (!shown || !status || !isOver(status))
    return (
      <Button look="secondary" wide onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    );
  const finish = () => {
    onClose();
    void putAway(shown.deposit.id);
  };
  if (receipt) return <ReceiptActions content={receipt} onDone={finish} />;
  return (
    <>
      <Button look="ghost" wide onClick={finish}>
        <Trans>Close</Trans>
      </Button>
      <Button
        wide
        onClick={() => {
          backToForm();
          void putAway(shown.deposit.id);
        }}
      >
        <Trans>New deposit</Trans>
      </Button>
    </>
  );
}

interface SheetProps {
  open: boolean;
  onClose: () => void;
  /** The preselected coin. */
  wanted: PopupInputs['deposit'];
  list: AssetList;
}

/** The deposit sheet once the coin list is loaded: the form with its checks, or the state of the current deposit. */
function DepositSheet({ open, onClose, wanted, list }: SheetProps) {
  const id = useId();
  const { i18n } = useLingui();
  const flow = useAtomValue(flowAtom);
  const online = useOnline();
  const demo = useQuery(cached('GET /api/index')).data?.demo === true;
  const coins = list.items.filter(({ depositable, contract }) => depositable && contract !== null);
  const form = useForm({ list, coins, wanted, open, active: open && flow.at === 'form' });
  const sent = flow.at === 'sent' ? flow.id : undefined;
  const shown = useDeposits(list, open && sent !== undefined).find(({ deposit }) => deposit.id === sent);
  const receipt = useReceipt(shown);
  const { asset, held } = form;
  const { treasury, chainId } = list;
  const close = () => {
    leave();
    onClose();
  };

  let content: ReactNode;
  let actions: ReactNode;
  if (flow.at !== 'form') {
    actions = (
      <DepositActions flow={flow} shown={shown} receipt={receipt} rpcUrl={list.rpcUrl} onClose={close} />
    );
    if (flow.at === 'wallet') content = <InWallet order={flow.order} />;
    if (flow.at === 'wrong_chain') content = <WrongChain flow={flow} />;
    if (flow.at === 'fault') content = <WentWrong flow={flow} demo={demo} />;
    if (shown) content = receipt ? <Receipt {...receipt} /> : <DepositProgress shown={shown} list={list} />;
  } else if (treasury === null || !asset) {
    content = (
      <Notice>
        <Trans>Deposits are closed right now.</Trans>
      </Notice>
    );
  } else {
    const { submit, change, proceed, cancel, checking, busy, ...state } = form;
    if (checking) {
      const amount = `${openText(state.draft.amount, i18n.locale, { max: Infinity })} ${asset.coin}`;
      content = <DepositConfirm {...state} asset={asset} treasury={treasury} chainId={chainId} />;
      actions = (
        <ConfirmActions
          onConfirm={() => void submit()}
          onCancel={cancel}
          busy={busy}
          disabled={!online}
          notice={!online && <OfflineNotice />}
        >
          <Trans>Deposit {amount}</Trans>
        </ConfirmActions>
      );
    } else {
      const parts = { id, coins, asset, treasury, demo, online, onChange: change };
      content = <DepositForm {...state} {...parts} onSubmit={proceed} />;
      actions = (
        <Button type="submit" form={id} wide disabled={!online || (held.units === null && held.failed)}>
          <Trans>Continue</Trans>
        </Button>
      );
    }
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title={<Trans>Deposit</Trans>}
      description={
        flow.at === 'form' && !form.checking ? (
          <Trans>From your wallet to your balance in {BRAND.name}.</Trans>
        ) : undefined
      }
      actions={actions}
    >
      {content}
    </Sheet>
  );
}

export function Popup({ open, onClose, input }: PopupProps<'deposit'>) {
  const signedIn = useAtomValue(signedInAtom);
  const list = useQuery(cached('GET /api/assets/list'));
  // What the wallet answered after the sheet was closed is shown in the Asset Center.
  useLayoutEffect(() => {
    if (open) leave();
  }, [open]);
  useEffect(() => {
    if (!open || read(signedInAtom)) return;
    toast(t`Please connect your wallet first`);
    openPopup('connect', {});
  }, [open]);
  if (!signedIn) return null;
  if (list.data) return <DepositSheet open={open} onClose={onClose} wanted={input} list={list.data} />;
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Deposit</Trans>}>
      <Absent of={list} lines={6} />
    </Sheet>
  );
}
