// The last step: live progress of the withdrawal until the chain has confirmed it or it was returned.
import { Trans, useLingui } from '@lingui/react/macro';
import { StepDot, type StepState } from '#features/assets/step-dot.tsx';
import { TxLink } from '#features/assets/tx-link.tsx';
import { amountText } from '#lib/amounts.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { Address } from '#ui/copy.tsx';
import { type RecordState, STATE_NAMES } from '#features/assets/record-words.ts';
import { cx } from '#ui/class-names.ts';
import { useFocusOnMount } from '#ui/focus-on-mount.ts';
import type { Receipt } from './use-flow.ts';
import { StateSentence } from './withdraw-state.tsx';
import { useSent } from './withdrawals.ts';

const WAY = ['requested', 'signed', 'broadcast', 'confirmed'] as const satisfies readonly RecordState[];
const FAILED = ['requested', 'failed'] as const satisfies readonly RecordState[];

/** What to show at step `at` of a path on which `reached` is the newest. */
function stepStateOf(at: number, reached: number, state: RecordState): StepState {
  if (at > reached) return 'ahead';
  if (at < reached) return 'done';
  if (state === 'failed') return 'failed';
  return state === 'confirmed' ? 'done' : 'now';
}

/** The steps of a withdrawal: requested, signed, sent, confirmed; or returned. */
function WithdrawSteps({ state }: { state: RecordState }) {
  const { t, i18n } = useLingui();
  const way: readonly RecordState[] = state === 'failed' ? FAILED : WAY;
  const reached = way.indexOf(state);
  return (
    <ol className="m-0 flex list-none p-0" aria-label={t`Progress`}>
      {way.map((step, at) => {
        const shown = stepStateOf(at, reached, state);
        return (
          <li
            key={step}
            aria-current={at === reached ? 'step' : undefined}
            className={cx(
              'relative flex min-w-0 flex-1 flex-col items-center gap-1.5 text-center',
              'before:absolute before:top-[11px] before:right-1/2 before:left-[-50%] before:h-0.5 first:before:hidden',
              shown === 'ahead' ? 'before:bg-line' : 'before:bg-malachite',
            )}
          >
            <StepDot state={shown} />
            <span
              className={cx(
                'text-xs leading-tight',
                shown === 'ahead' ? 'text-muted' : 'font-semibold',
                shown === 'failed' && 'text-garnet',
              )}
            >
              {i18n._(STATE_NAMES[step])}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

interface ProgressProps {
  receipt: Receipt;
  explorerUrl: string | null;
  /** The sheet is open. */
  open: boolean;
}

export function WithdrawProgress({ receipt, explorerUrl, open }: ProgressProps) {
  const { t, i18n } = useLingui();
  const start = useFocusOnMount();
  const { coin } = receipt;
  const record = useSent(receipt.entry, open) ?? {
    state: receipt.state,
    time: new Date(receipt.at).toISOString(),
    txHash: null,
  };
  const figure = (value: string) => `${amountText(value, i18n.locale, { max: Infinity })} ${coin}`;
  return (
    <div
      ref={start}
      tabIndex={-1}
      role="group"
      aria-label={t`Withdrawal`}
      className="grid gap-5 outline-none"
    >
      <p className="m-0 flex items-center gap-3">
        <CoinIcon coin={coin} size={44} />
        <span className="figures text-2xl font-semibold wrap-anywhere">{figure(receipt.receives)}</span>
      </p>
      <WithdrawSteps state={record.state} />
      <div className="min-h-15 rounded-control bg-wash px-3.5 py-3">
        <StateSentence record={record} />
      </div>
      <Facts>
        <Fact label={<Trans>Recipient</Trans>}>
          <Address address={receipt.recipient} className="-my-3 -mr-3" />
        </Fact>
        <Fact label={<Trans>Fee</Trans>}>{figure(receipt.fee)}</Fact>
        <Fact label={<Trans>Transaction</Trans>}>
          {record.txHash === null ? (
            <span className="font-normal text-muted">
              <Trans>Not sent yet</Trans>
            </span>
          ) : (
            <TxLink hash={record.txHash} explorerUrl={explorerUrl} />
          )}
        </Fact>
      </Facts>
    </div>
  );
}
