// What the sheets that buy hashrate and sell it back share: the figures they stand on, the typed amount, the form, and the button that
// sends it.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { errorText } from '#api/errors.ts';
import { openText } from '#lib/amounts.ts';
import { useSheetDraft } from '#lib/drafts.ts';
import { useOnline } from '#lib/online.ts';
import { AmountInput } from '#ui/amount-field.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Form } from '#ui/form.tsx';
import { Notice, OfflineNotice } from '#ui/notice.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonCard } from '#ui/views.tsx';
import { countsFrom, type Hashrate, stepped } from './hashrate.rules.ts';
import { countsFromText } from './hashrate.words.ts';
import { configQuery, hashrateQuery, minerQuery } from './mining.queries.ts';
import type { Miner, MiningConfig } from './mining.rules.ts';
import { useOrder } from './use-order.ts';

/** What a sheet stands on. */
export interface Basis {
  miner: Miner;
  config: MiningConfig;
  ownHashrate: Hashrate;
  /** USDT of the account that pay for it, when it buys. */
  funds: string;
}

interface OrderOptions<Problem> {
  /** Of the draft. */
  name: string;
  open: boolean;
  /** The amount to begin with; where none is given, `first` says it. */
  given?: string | undefined;
  first: (basis: Basis) => string;
  funds?: UseQueryResult<string>;
  problemOf: (amount: string, basis: Basis) => Problem | null;
}

/** An order of hashrate from the first digit until it is sent. */
export function useHashrateOrder<Problem>(options: OrderOptions<Problem>) {
  const { name, open, given, first, funds, problemOf } = options;
  const id = useId();
  const [typed, setTyped] = useSheetDraft(name, given, open);
  const [miner, config, ownHashrate] = [
    useQuery({ ...minerQuery(), enabled: open }),
    useQuery({ ...configQuery(), enabled: open }),
    useQuery({ ...hashrateQuery(), enabled: open, staleTime: 0 }),
  ];
  const order = useOrder<Basis>();
  const now: Basis | undefined =
    miner.data && config.data && ownHashrate.data && (!funds || funds.data !== undefined)
      ? {
          ...{ miner: miner.data, config: config.data, ownHashrate: ownHashrate.data },
          funds: funds?.data ?? '0',
        }
      : undefined;
  const basis = order.fixed ?? now;
  const amount = typed ?? (basis ? first(basis) : '');
  return {
    ...order,
    /** Id of the form. */
    id,
    basis,
    amount,
    problem: basis && problemOf(amount, basis),
    type: (text: string) => {
      order.forget();
      setTyped(text);
    },
    failedQuery: [miner, config, ownHashrate, funds].find((each) => each?.isError && !each.data),
  };
}

export type HashrateOrder<Problem = unknown> = ReturnType<typeof useHashrateOrder<Problem>>;

/** The call that carries the order out. */
export interface Act {
  run: (input: { hashrate: string }) => unknown;
  busy: boolean;
}

interface HashrateSheetProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  order: HashrateOrder;
  act: Act;
  /** What the button says; without it there is nothing to send. */
  button: ReactNode;
  /** Another action, in place of the button. */
  instead?: ReactNode;
  /** Undefined until the figures are here. */
  children: ReactNode;
}

export function HashrateSheet(props: HashrateSheetProps) {
  const { open, onClose, title, order, act, button, instead, children } = props;
  const { failedQuery } = order;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      actions={
        button && (
          <OrderActions order={order} busy={act.busy} instead={instead}>
            {button}
          </OrderActions>
        )
      }
    >
      {children ??
        (failedQuery ? (
          <FailedView message={errorText(failedQuery.error)} onRetry={() => void failedQuery.refetch()} />
        ) : (
          <SkeletonCard lines={9} />
        ))}
    </Sheet>
  );
}

interface OrderActionsProps extends Pick<HashrateSheetProps, 'order' | 'instead' | 'children'> {
  busy: boolean;
}

/** The button that sends an order, and beside it why it was not carried out or cannot be sent now. */
function OrderActions({ order: { id, refusal }, busy, instead, children }: OrderActionsProps) {
  const online = useOnline();
  return (
    <>
      {instead ?? (
        <Button wide type="submit" form={id} busy={busy} disabled={!busy && !online}>
          {children}
        </Button>
      )}
      {!online && <OfflineNotice />}
      {online && refusal !== undefined && (
        <Notice tone="bad" icon="warn" alert>
          {refusal}
        </Notice>
      )}
    </>
  );
}

interface HashrateFormProps extends StepFieldProps {
  order: HashrateOrder;
  basis: Basis;
  act: Act;
  /** What comes of the amount. */
  children: ReactNode;
}

export function HashrateForm({ order, basis, act, children, ...field }: HashrateFormProps) {
  const online = useOnline();
  const confirm = () => {
    if (order.problem !== null || act.busy || !online) return;
    order.begin(basis);
    void act.run({ hashrate: order.amount });
  };
  return (
    <Form id={order.id} onSubmit={confirm}>
      <StepField {...field} value={order.amount} onChange={order.type} step={basis.config.hashrateStep} />
      {children}
      <p className="m-0 text-sm text-pretty text-muted">{countsFromText(countsFrom(basis.miner))}</p>
    </Form>
  );
}

interface StepFieldProps {
  /** Where + stops; without it there is no limit. */
  most?: string;
  /** What "All" fills in. */
  all: string;
  aside: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Shown for text that is not an amount. */
  wrong?: ReactNode;
}

interface SteppedProps extends StepFieldProps {
  value: string;
  onChange: (value: string) => void;
  step: string;
}

/** A field for an amount of hashrate: typed, in steps by − and +, or all that is possible. */
function StepField({ value, onChange, step, most, all, ...rest }: SteppedProps) {
  const { t, i18n } = useLingui();
  const size = openText(step, i18n.locale);
  return (
    <AmountInput
      {...rest}
      label={<Trans>Hashrate</Trans>}
      value={value}
      onChange={onChange}
      inputMode="numeric"
      decimals={0}
      end={
        <span className="flex shrink-0 items-center pr-1">
          <IconButton
            icon="minus"
            label={t`${size} less`}
            onClick={() => onChange(stepped(value, step, false, most))}
          />
          <IconButton
            icon="plus"
            label={t`${size} more`}
            onClick={() => onChange(stepped(value, step, true, most))}
          />
          <button
            type="button"
            onClick={() => onChange(all)}
            className="min-h-11 rounded-control px-3 text-sm font-semibold text-amber-ink hover:bg-amber-wash active:scale-95"
          >
            <Trans>All</Trans>
          </button>
        </span>
      }
    />
  );
}
