// The withdraw sheet, step by step: fill in, check, watch it go. Each opening starts anew.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { errorText } from '#api/errors.ts';
import { FailedView } from '#ui/failed-view.tsx';
import { focusFault } from '#ui/form.tsx';
import { OfflineNotice } from '#ui/notice.tsx';
import { useOnline } from '#lib/online.ts';
import { useNow } from '#ui/now.ts';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import { useFlow } from './use-flow.ts';
import { useGate } from './use-gate.ts';
import { ToVerification, WithdrawActions } from './withdraw-actions.tsx';
import { WithdrawConfirm } from './withdraw-confirm.tsx';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawProgress } from './withdraw-progress.tsx';

interface PopupProps {
  open: boolean;
  onClose: () => void;
  input: { coin?: string };
}

export function Popup(props: PopupProps) {
  const [opening, setOpening] = useState({ count: 0, input: props.input });
  if (opening.input !== props.input) setOpening({ count: opening.count + 1, input: props.input });
  return <Opening key={opening.count} {...props} />;
}

function Opening({ open, onClose, input }: PopupProps) {
  const { t } = useLingui();
  const id = useId();
  const now = useNow(30_000);
  const gate = useGate(open, onClose);
  const flow = useFlow({ list: gate.list, wanted: input.coin, open });
  const { step, receipt } = flow;
  const { list } = gate;
  const ready = gate.passed && list !== undefined && flow.coins.length > 0;
  // The server's refusal of a field, once it is drawn as such.
  const led = useEffectEvent(() => (step === 'form' ? focusFault(document.getElementById(id)) : undefined));
  useEffect(() => {
    if (flow.refusal) led();
  }, [flow.refusal]);
  const titles = { form: t`Withdraw`, check: t`Check before it is sent`, progress: t`Withdrawal` };
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
        />
      )}
      {ready && receipt && <WithdrawProgress receipt={receipt} explorerUrl={list.explorerUrl} open={open} />}
    </Sheet>
  );
}

function NotYet({ gate }: { gate: ReturnType<typeof useGate> }) {
  const online = useOnline();
  if (gate.error && !online) return <OfflineNotice />;
  if (gate.error) return <FailedView message={errorText(gate.error)} onRetry={gate.retry} />;
  if (gate.pending)
    return (
      <EmptyState icon="kyc" title={<Trans>Your verification is being looked at</Trans>}>
        <Trans>You can withdraw as soon as it is approved. This sheet goes on by itself then.</Trans>
      </EmptyState>
    );
  if (!gate.passed) return <SkeletonCard lines={7} />;
  return (
    <EmptyState icon="withdraw" title={<Trans>No coin can be withdrawn at present</Trans>}>
      <Trans>Your balances are safe and stay as they are.</Trans>
    </EmptyState>
  );
}
