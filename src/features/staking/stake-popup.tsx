// The stake sheet: how much, what it earns and when, then what was staked. Each opening starts over.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { t } from '@lingui/core/macro';
import { errorText } from '#api/errors.ts';
import { BRAND } from '#lib/brand.ts';
import { eachOpening, type OpeningProps } from '#ui/each-opening.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import type { Output } from '#contract';
import { timeText, timeWithin } from '#lib/time.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { adit, openAdit } from '#ui/figure.ts';
import { Success } from '#ui/success.tsx';
import { go } from '#lib/navigate.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { SHOWN_DECIMALS } from '#lib/amounts.ts';
import { paysAt, unlocksAt } from '#rules/staking.ts';
import { AmountField } from '#ui/amount-field.tsx';
import { useNow } from '#ui/now.ts';
import { Form } from '#ui/form.tsx';
import { useSheetDraft } from '#lib/drafts.ts';
import { QueuedActions, StakeQueued } from './queued-view.tsx';
import { assetsQuery, stakingQuery } from './staking.queries.ts';
import {
  amountProblem,
  balanceAfter,
  lessQueued,
  orderAddress,
  outputOf,
  type Staking,
} from './staking.rules.ts';
import { useOver } from './use-over.ts';
import { useQueuedStakes } from './use-queued-stakes.ts';
import { useSent } from './use-sent.ts';

// A stake from the first digit to its order, as one state that the sheet renders.

interface StakeOptions {
  /** Undefined until loaded; nothing can be staked before that. */
  staking: Staking | undefined;
  /** Without what is already queued to be staked. */
  balance: string | undefined;
  open: boolean;
}

function useStake({ staking, balance, open }: StakeOptions) {
  const sent = useSent('POST /api/stake/stake');
  // What was sent once belongs to the outbox, even if the session turns out to have ended: it must not come back as a
  // draft.
  const [amount, setAmount] = useSheetDraft('stake', '', open && !sent.busy && !sent.done && !sent.queued);
  const known = staking !== undefined && balance !== undefined;
  const problem = known ? amountProblem(amount, { balance, min: staking.minAmount }) : 'empty';
  const { refusal } = sent;
  // A stake whose answer was lost may already have reduced the balance; it is sent again unchanged, whatever is left.
  const ready = known && (problem === null || refusal?.lost === true);
  return {
    ...sent,
    amount,
    problem,
    type: (text: string) => {
      sent.forget();
      setAmount(text);
    },
    confirm: () => {
      if (ready && !sent.busy) sent.send({ amount });
    },
  };
}

type Stake = ReturnType<typeof useStake>;

/** Refusals about the amount are shown at its field. */
const isAboutAmount = ({ refusal }: Stake): boolean =>
  refusal?.name === 'invalid_amount' || refusal?.name === 'insufficient_balance';

/** Texts about why a stake cannot be made. */
function amountProblemText(
  problem: 'small' | 'balance',
  { balance, min }: { balance: string; min: string },
  language: string,
): string {
  if (problem === 'small') {
    const least = openAdit(min, language);
    return t`The smallest stake is ${least}.`;
  }
  const held = adit(balance, language);
  return t`Insufficient balance: you have ${held}.`;
}

interface FormProps {
  id: string;
  stake: Stake;
  data: Staking;
  balance: string;
}

/** What is staked, and exactly what it earns. */
function StakeForm({ id, stake, data, balance }: FormProps) {
  const { i18n } = useLingui();
  const least = openAdit(data.minAmount, i18n.locale);
  const field = useRef<HTMLDivElement>(null);
  const refused = isAboutAmount(stake);
  // The field may be out of sight of the pressed button.
  useEffect(() => {
    if (refused) field.current?.querySelector('input')?.focus();
  }, [refused]);
  return (
    <Form id={id} onSubmit={() => stake.confirm()}>
      <div ref={field}>
        <AmountField
          label={<Trans>Amount to stake</Trans>}
          value={stake.amount}
          onChange={stake.type}
          coin={BRAND.symbol}
          max={balance}
          hint={<Trans>The smallest stake is {least}.</Trans>}
          error={useAmountError(stake, data, balance)}
        />
      </div>
      <Outcome stake={stake} data={data} balance={balance} />
    </Form>
  );
}

/** What is wrong with the amount, according to the page or the server. */
function useAmountError(stake: Stake, data: Staking, balance: string): string | undefined {
  const { i18n } = useLingui();
  const { problem, refusal } = stake;
  if (isAboutAmount(stake)) return refusal?.text;
  if (refusal?.lost || (problem !== 'small' && problem !== 'balance')) return undefined;
  return amountProblemText(problem, { balance, min: data.minAmount }, i18n.locale);
}

/** The rows are rounded for readability; the sentence below is exact. */
function Outcome({ stake, data, balance }: Omit<FormProps, 'id'>) {
  const { i18n } = useLingui();
  const now = useNow(15_000);
  const ready = stake.problem === null;
  const figure = (amount: string | null, max?: number, write = openAdit) =>
    amount === null || !ready ? '–' : write(amount, i18n.locale, max);
  const output = ready ? outputOf(stake.amount, data.dailyRate) : null;
  const first = timeText(paysAt(new Date(now)), i18n.locale);
  const [from, free] = [timeText, timeWithin].map((write) =>
    write(unlocksAt(new Date(now), data.holdHours), i18n.locale),
  );
  const amount = figure(stake.amount);
  const each = figure(output);
  return (
    <>
      <div className="rounded-control bg-wash px-3.5 py-1">
        <Facts>
          <Fact label={<Trans>Output every 24 hours</Trans>}>{figure(output, SHOWN_DECIMALS)}</Fact>
          <Fact label={<Trans>First output</Trans>}>{first}</Fact>
          <Fact label={<Trans>Can be redeemed from</Trans>}>{from}</Fact>
          <Fact label={<Trans>Balance after</Trans>}>
            {figure(balanceAfter(balance, stake.amount), SHOWN_DECIMALS, adit)}
          </Fact>
        </Facts>
      </div>
      <p aria-live="polite" className="m-0 min-h-16 text-sm text-pretty">
        {ready ? (
          <Trans>
            You stake {amount} and get {each} at the end of every 24 hours, newly issued. Until {free} it is
            held; from then on all of it can be redeemed at any time.
          </Trans>
        ) : (
          <span className="text-muted">
            <Trans>Nothing happens before you press the button. What comes of it stands here then.</Trans>
          </span>
        )}
      </p>
    </>
  );
}

interface ActionsProps {
  stake: Stake;
  /** Id of the form. */
  id: string;
  onClose: () => void;
}

/** The buttons of the stake sheet, and next to them why nothing was staked. */
function StakeActions({ stake, id, onClose }: ActionsProps) {
  const { i18n } = useLingui();
  const { done } = stake;
  if (done)
    return (
      <>
        <Button look="ghost" wide onClick={() => void go(orderAddress(done.id)).finally(onClose)}>
          <Trans>View the order</Trans>
        </Button>
        <Button look="secondary" wide onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </>
    );
  if (stake.queued) return <QueuedActions onClose={onClose} />;
  const amount = openAdit(stake.amount, i18n.locale);
  return (
    <>
      <Button wide type="submit" form={id} busy={stake.busy}>
        {stake.problem === null || stake.refusal?.lost ? (
          <Trans>Stake {amount}</Trans>
        ) : (
          <Trans>Stake {BRAND.symbol}</Trans>
        )}
      </Button>
      {stake.refusal && !isAboutAmount(stake) && (
        <Notice tone={stake.refusal.lost ? 'amber' : 'bad'} icon="warn" alert>
          {stake.refusal.text}
        </Notice>
      )}
    </>
  );
}

interface DoneProps {
  done: Output<'POST /api/stake/stake'>;
  rate: string;
}

/** What was staked: the order's own figures, from the server. */
function StakeDone({ done, rate }: DoneProps) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  return (
    <Success label={t`Staked`} lead={<Trans>You have staked</Trans>} figure={adit(done.amount, locale)}>
      <Facts>
        <Fact label={<Trans>Output every 24 hours</Trans>}>{adit(outputOf(done.amount, rate), locale)}</Fact>
        <Fact label={<Trans>First output</Trans>}>{timeText(done.nextOutputAt, locale)}</Fact>
        <Fact label={<Trans>Can be redeemed from</Trans>}>{timeText(done.unlocksAt, locale)}</Fact>
      </Facts>
    </Success>
  );
}

function Opening({ open, onClose }: OpeningProps<Record<never, never>>) {
  const id = useId();
  const staking = useQuery({ ...stakingQuery(), enabled: open });
  const assets = useQuery({ ...assetsQuery(), enabled: open, staleTime: 0 });
  const held = assets.data?.items.find(({ coin }) => coin === BRAND.symbol)?.balance;
  const queued = useQueuedStakes();
  const balance = held === undefined ? undefined : lessQueued(held, queued);
  const stake = useStake({ staking: staking.data, balance, open });
  useOver(stake.over, onClose);
  const failed = [staking, assets].find((each) => each.isError && !each.data);
  const closed = staking.data?.open === false || stake.refusal?.name === 'forbidden';
  const terms =
    !closed && staking.data && balance !== undefined ? { data: staking.data, balance } : undefined;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={
        stake.done ? (
          <Trans>Staked</Trans>
        ) : stake.queued ? (
          <Trans>Kept for sending</Trans>
        ) : (
          <Trans>Stake {BRAND.symbol}</Trans>
        )
      }
      actions={(terms || stake.done) && <StakeActions stake={stake} id={id} onClose={onClose} />}
    >
      {stake.done ? (
        <StakeDone done={stake.done} rate={staking.data?.dailyRate ?? '0'} />
      ) : stake.queued ? (
        <StakeQueued amount={stake.amount} item={stake.queued} />
      ) : terms ? (
        <StakeForm id={id} stake={stake} {...terms} />
      ) : (
        <NotYet
          closed={closed}
          error={failed?.error ?? null}
          onRetry={() => void Promise.all([staking.refetch(), assets.refetch()])}
        />
      )}
    </Sheet>
  );
}

export const Popup = eachOpening(Opening);

interface NotYetProps {
  closed: boolean;
  error: Error | null;
  onRetry: () => void;
}

function NotYet({ closed, error, onRetry }: NotYetProps) {
  if (closed)
    return (
      <EmptyState icon="staking" title={<Trans>Staking is switched off here</Trans>}>
        <Trans>The operator takes no stakes. Your balances stay as they are.</Trans>
      </EmptyState>
    );
  if (error) return <FailedView message={errorText(error)} onRetry={onRetry} />;
  return <SkeletonCard lines={8} />;
}
