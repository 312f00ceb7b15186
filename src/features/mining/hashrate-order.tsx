// What the sheets that buy hashrate and sell it back share: the figures they are based on, the amount, and the steps
// from entering it to the receipt.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { failureText, isLost } from '#api/errors.ts';
import { cached, cachedLong } from '#api/queries.ts';
import { useSheetDraft } from '#lib/drafts.ts';
import { useOnline } from '#lib/online.ts';
import { AmountEntry } from '#ui/amount-entry.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmActions } from '#ui/confirm.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Form } from '#ui/form.tsx';
import { OutcomeNotice } from '#ui/notice.tsx';
import type { ReceiptContent } from '#ui/receipt-picture.ts';
import { Receipt, ReceiptActions } from '#ui/receipt.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonCard } from '#ui/views.tsx';
import type { Hashrate } from './hashrate.rules.ts';
import type { Miner, MiningConfig } from './mining.rules.ts';

/** What a sheet is based on. */
export interface Basis {
  miner: Miner;
  config: MiningConfig;
  ownHashrate: Hashrate;
  /** The account's USDT. */
  funds: string;
}

/**
 * The result of an order: refused, or sent without an answer. It is shown beside the button that sent it. `Basis` is
 * what the order was based on: what the sheet showed when it was confirmed.
 */
function useOrder() {
  const [refusal, setRefusal] = useState<string>();
  const [fixed, setFixed] = useState<Basis>();
  const forget = () => {
    setRefusal(undefined);
    setFixed(undefined);
  };
  return {
    /** The server's message, or ours if no answer came. */
    refusal,
    /**
     * What the sheet continues to show once it is sent, because the balance may change before the answer is known; after a
     * lost answer it stays, so that the next try is identical.
     */
    fixed,
    /** Another amount is another order. */
    forget,
    begin: (basis: Basis) => {
      setFixed(basis);
      setRefusal(undefined);
    },
    /** For the call's `onError`: true if the error was shown here. */
    failed: (error: unknown): boolean => {
      if (!isLost(error)) setFixed(undefined);
      setRefusal(failureText(error));
      return true;
    },
  };
}

interface OrderOptions<Problem, Plan> {
  /** Of the draft. */
  name: string;
  open: boolean;
  /** The initial amount. */
  given?: string;
  problemOf: (amount: string, basis: Basis) => Problem | null;
  planOf: (amount: string, basis: Basis) => Plan | undefined;
}

/** An order of hashrate from the first digit until it is carried out. `Plan` is its result. */
export function useHashrateOrder<Problem, Plan>(options: OrderOptions<Problem, Plan>) {
  const { name, open, given = '', problemOf, planOf } = options;
  const id = useId();
  const order = useOrder();
  const [receipt, setReceipt] = useState<ReceiptContent>();
  const [amount, setAmount] = useSheetDraft(name, given, open && !receipt);
  const [checking, setChecking] = useState(false);
  const [miner, config, ownHashrate, assets] = [
    useQuery({ ...cached('GET /api/mining/index'), enabled: open }),
    useQuery({ ...cachedLong('GET /api/mining/config'), enabled: open }),
    useQuery({ ...cached('GET /api/mining/power'), enabled: open, staleTime: 0 }),
    useQuery({ ...cached('GET /api/assets/list'), enabled: open, staleTime: 0 }),
  ];
  const now: Basis | undefined =
    miner.data && config.data && ownHashrate.data && assets.data
      ? {
          miner: miner.data,
          config: config.data,
          ownHashrate: ownHashrate.data,
          funds: assets.data.items.find(({ coin }) => coin === 'USDT')?.balance ?? '0',
        }
      : undefined;
  const basis = order.fixed ?? now;
  const problem = basis && problemOf(amount, basis);
  return {
    ...order,
    /** Id of the form. */
    id,
    basis,
    amount,
    problem,
    /** Undefined until the amount is a whole number. */
    plan: basis && planOf(amount, basis),
    /** The amount is agreed on. */
    checking: checking && problem === null,
    receipt,
    done: setReceipt,
    type: (text: string) => {
      order.forget();
      setChecking(false);
      setAmount(text);
    },
    proceed: () => setChecking(problem === null),
    cancel: () => setChecking(false),
    failedQuery: [miner, config, ownHashrate, assets].find((each) => each.isError && !each.data),
  };
}

export type HashrateOrder<Problem = unknown, Plan = unknown> = ReturnType<
  typeof useHashrateOrder<Problem, Plan>
>;

interface HashrateSheetProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Of the receipt. */
  doneTitle: ReactNode;
  order: HashrateOrder;
  /** The call that carries out the order. */
  act: { run: (input: { hashrate: string }) => unknown; busy: boolean };
  /** The verb on the button, with its figures. */
  verb: ReactNode;
  /** Another action, instead of continuing. */
  instead?: ReactNode;
  /** There is nothing to order: no buttons. */
  idle?: boolean;
  /** Entering the amount, and the final review of it; nothing until the figures are loaded. */
  children: ReactNode;
}

export function HashrateSheet(props: HashrateSheetProps) {
  const { open, onClose, title, doneTitle, order, idle = false, children } = props;
  const { receipt, basis, failedQuery } = order;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={receipt ? doneTitle : title}
      actions={
        receipt ? (
          <ReceiptActions content={receipt} onDone={onClose} />
        ) : (
          basis && !idle && <OrderActions {...props} />
        )
      }
    >
      {receipt ? (
        <Receipt {...receipt} />
      ) : basis ? (
        children
      ) : failedQuery ? (
        <Absent of={failedQuery} />
      ) : (
        <SkeletonCard lines={9} />
      )}
    </Sheet>
  );
}

/** The buttons of an order, and beside them why it was not carried out or cannot be sent now. */
function OrderActions({ order, act, verb, instead }: HashrateSheetProps) {
  const online = useOnline();
  const { id, basis, amount, checking, refusal, fixed } = order;
  const notice = <OutcomeNotice lost={fixed !== undefined}>{refusal}</OutcomeNotice>;
  if (checking && basis)
    return (
      <ConfirmActions
        onConfirm={() => {
          order.begin(basis);
          void act.run({ hashrate: amount });
        }}
        onCancel={order.cancel}
        busy={act.busy}
        disabled={!online}
        notice={notice}
      >
        {verb}
      </ConfirmActions>
    );
  return (
    <>
      {instead ?? (
        <Button wide type="submit" form={id} disabled={!online}>
          <Trans>Continue</Trans>
        </Button>
      )}
      {notice}
    </>
  );
}

interface HashrateFormProps {
  order: HashrateOrder;
  /** The most that can be ordered. */
  most: string;
  share?: (max: string, percent: number) => string;
  worth: ReactNode;
  hint: ReactNode;
  error: ReactNode;
  wrong?: ReactNode;
  /** The result of the amount. */
  children: ReactNode;
}

export function HashrateForm({ order, most, children, ...entry }: HashrateFormProps) {
  const { t } = useLingui();
  return (
    <Form id={order.id} onSubmit={order.proceed}>
      <AmountEntry
        {...entry}
        label={<Trans>Amount</Trans>}
        value={order.amount}
        onChange={order.type}
        coin={t`hashrate`}
        max={most}
        decimals={0}
      />
      {children}
    </Form>
  );
}
