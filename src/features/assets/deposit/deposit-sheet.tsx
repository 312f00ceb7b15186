// The deposit sheet once the coin list is here: the form with its checks, or the state of the deposit that is under way.
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useId, type ReactNode } from 'react';
import { cached } from '#api/queries.ts';
import { type AssetList } from '#features/assets/assets.rules.ts';
import { Notice } from '#ui/notice.tsx';
import { BRAND } from '#lib/brand.ts';
import { useOnline } from '#lib/online.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { DepositActions } from './deposit-actions.tsx';
import { DepositForm } from './deposit-form.tsx';
import { InWallet, WentWrong, WrongChain } from './deposit-moment.tsx';
import { DepositProgress } from './deposit-progress.tsx';
import { flowAtom } from './flow.ts';
import { leave } from './flow-live.ts';
import { useDeposits } from './use-deposits.ts';
import { useForm } from './use-form.ts';

interface SheetProps {
  open: boolean;
  onClose: () => void;
  /** The coin that was asked for. */
  wanted: string | undefined;
  list: AssetList;
}

export function DepositSheet({ open, onClose, wanted, list }: SheetProps) {
  const id = useId();
  const flow = useAtomValue(flowAtom);
  const online = useOnline();
  const demo = useQuery(cached('GET /api/index')).data?.demo === true;
  const coins = list.items.filter(({ depositable, contract }) => depositable && contract !== null);
  const form = useForm({ list, coins, wanted, open, active: open && flow.at === 'form' });
  const sent = flow.at === 'sent' ? flow.id : undefined;
  const shown = useDeposits(list, open && sent !== undefined).find(({ deposit }) => deposit.id === sent);
  const { asset, checking, held } = form;
  const { treasury } = list;
  const close = () => {
    leave();
    onClose();
  };

  let content: ReactNode;
  let actions: ReactNode;
  if (flow.at !== 'form') {
    actions = <DepositActions flow={flow} shown={shown} rpcUrl={list.rpcUrl} onClose={close} />;
    if (flow.at === 'wallet') content = <InWallet order={flow.order} />;
    if (flow.at === 'wrong_chain') content = <WrongChain flow={flow} />;
    if (flow.at === 'fault') content = <WentWrong flow={flow} demo={demo} />;
    if (shown) content = <DepositProgress shown={shown} list={list} />;
  } else if (treasury === null || !asset) {
    content = (
      <Notice>
        <Trans>Deposits are not open at the moment.</Trans>
      </Notice>
    );
  } else {
    const { submit, change, ...state } = form;
    const parts = { id, coins, asset, treasury, demo, online, onChange: change };
    content = <DepositForm {...state} {...parts} onSubmit={() => void submit()} />;
    actions = (
      <Button
        type="submit"
        form={id}
        wide
        busy={checking}
        disabled={!online || (held.units === null && held.failed)}
      >
        <Trans>Deposit</Trans>
      </Button>
    );
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title={<Trans>Deposit</Trans>}
      description={
        flow.at === 'form' ? <Trans>From your wallet to your balance in {BRAND.name}.</Trans> : undefined
      }
      actions={actions}
    >
      {content}
    </Sheet>
  );
}
