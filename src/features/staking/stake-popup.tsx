// The stake sheet: how much, a final review of the terms, then what was staked. Each opening starts over.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { t } from '@lingui/core/macro';
import { cached } from '#api/queries.ts';
import { BRAND } from '#lib/brand.ts';
import type { PopupProps } from '#lib/popups.ts';
import { eachOpening } from '#ui/each-opening.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState } from '#ui/views.tsx';
import type { Output } from '#contract';
import { timeText } from '#lib/time.ts';
import { Fact } from '#ui/card.tsx';
import { Confirm, ConfirmActions } from '#ui/confirm.tsx';
import { adit, openAdit, tooLittleText } from '#ui/figure.ts';
import type { ReceiptContent } from '#ui/receipt-picture.ts';
import { Receipt, ReceiptActions } from '#ui/receipt.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { paysAt, unlocksAt } from '#rules/staking.ts';
import { AmountEntry } from '#ui/amount-entry.tsx';
import { useNow } from '#ui/now.ts';
import { Form } from '#ui/form.tsx';
import { useSheetDraft } from '#lib/drafts.ts';
import { useFrozen } from '#lib/use-frozen.ts';
import { QueuedActions, queuedTitle, StakeQueued } from './queued-view.tsx';
import { stakingQuery } from './staking.queries.ts';
import { amountProblem, balanceAfter, lessQueued, outputOf, type Staking } from './staking.rules.ts';
import { useOver } from './use-over.ts';
import { useQueuedStakes } from './use-queued-stakes.ts';
import { type Refusal, useSent } from './use-sent.ts';

// A stake from the first digit to its order, as one state that the sheet renders.

interface StakeOptions {
  /** Undefined until loaded; nothing can be staked before that. */
  staking: Staking | undefined;
  /** Without what is already queued to be staked. */
  balance: string | undefined;
  open: boolean;
}

function useStake({ staking, balance, open }: StakeOptions) {
  const sent = useSent('POST /api/stake/stake', {
    shownIn: { open, done: t({ message: 'Staked', context: 'done' }) },
  });
  // What was sent once belongs to the outbox, even if the session turns out to have ended: it must not come back as a
  // draft.
  const [amount, setAmount] = useSheetDraft('stake', '', open && !sent.busy && !sent.done && !sent.queued);
  const [checking, setChecking] = useState(false);
  const known = staking !== undefined && balance !== undefined;
  const problem = known ? amountProblem(amount, { balance, min: staking.minAmount }) : 'empty';
  const { refusal } = sent;
  // What was sent may have reduced the balance before the answer is known; if that is lost, it is resent unchanged.
  const ready = known && (problem === null || refusal?.lost === true || sent.busy);
  return {
    ...sent,
    amount,
    problem,
    /** The amount is agreed on, and nothing about it has changed since. */
    checking: checking && ready && !isAboutAmount(sent),
    type: (text: string) => {
      sent.forget();
      setChecking(false);
      setAmount(text);
    },
    proceed: () => {
      sent.forget();
      setChecking(ready);
    },
    cancel: () => setChecking(false),
    confirm: () => {
      if (ready && !sent.busy) sent.send({ amount });
    },
  };
}

type Stake = ReturnType<typeof useStake>;

/** Refusals about the amount are shown at its field. */
const isAboutAmount = ({ refusal }: { refusal?: Refusal }): boolean =>
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
  return tooLittleText(adit(balance, language));
}

interface StepProps {
  stake: Stake;
  data: Staking;
  balance: string;
}

interface FormProps extends StepProps {
  id: string;
  /** USDT for one token; null if unknown. */
  price: string | null;
}

function StakeForm({ id, stake, data, balance, price }: FormProps) {
  const field = useRef<HTMLDivElement>(null);
  const refused = isAboutAmount(stake);
  // The field may be out of sight of the pressed button.
  useEffect(() => {
    if (refused) field.current?.querySelector('input')?.focus();
  }, [refused]);
  return (
    <Form id={id} onSubmit={stake.proceed}>
      <div ref={field}>
        <AmountEntry
          label={<Trans>Amount to stake</Trans>}
          value={stake.amount}
          onChange={stake.type}
          coin={BRAND.symbol}
          max={balance}
          price={price}
          error={useAmountError(stake, data, balance)}
        />
      </div>
      <p aria-live="polite" className="m-0 min-h-12 text-center text-pretty">
        <Earning stake={stake} rate={data.dailyRate} />
      </p>
    </Form>
  );
}

function Earning({ stake, rate }: { stake: Stake; rate: string }) {
  const { i18n } = useLingui();
  if (stake.problem !== null)
    return (
      <span className="text-muted">
        <Trans>Enter an amount to see what you'll earn.</Trans>
      </span>
    );
  const each = openAdit(outputOf(stake.amount, rate), i18n.locale);
  return <Trans>You'll earn {each} every 24 hours.</Trans>;
}

/** What is wrong with the amount, according to the page or the server. */
function useAmountError(stake: Stake, data: Staking, balance: string): string | undefined {
  const { i18n } = useLingui();
  const { problem, refusal } = stake;
  if (isAboutAmount(stake)) return refusal?.text;
  if (refusal?.lost || (problem !== 'small' && problem !== 'balance')) return undefined;
  return amountProblemText(problem, { balance, min: data.minAmount }, i18n.locale);
}

function StakeConfirm({ stake, data, balance }: StepProps) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const now = useNow(15_000);
  const after = balanceAfter(balance, stake.amount);
  const first = timeText(paysAt(new Date(now)), locale);
  const from = timeText(unlocksAt(new Date(now), data.holdHours), locale);
  return (
    <Confirm
      coin={BRAND.symbol}
      lead={<Trans>You stake</Trans>}
      figure={openAdit(stake.amount, locale)}
      facts={
        <>
          <Fact label={<Trans>Reward every 24 hours</Trans>}>
            {openAdit(outputOf(stake.amount, data.dailyRate), locale)}
          </Fact>
          <Fact label={<Trans>First reward</Trans>}>{first}</Fact>
          <Fact label={<Trans>You can unstake from</Trans>}>{from}</Fact>
        </>
      }
      after={useFrozen(after === null || stake.refusal?.lost ? '–' : adit(after, locale), stake.busy)}
    />
  );
}

interface ActionsProps {
  stake: Stake;
  /** Id of the form. */
  id: string;
  receipt: ReceiptContent | undefined;
  onClose: () => void;
}

/** The buttons of the stake sheet, and next to them why nothing was staked. */
function StakeActions({ stake, id, receipt, onClose }: ActionsProps) {
  const { i18n } = useLingui();
  const { refusal } = stake;
  if (receipt) return <ReceiptActions content={receipt} onDone={onClose} />;
  if (stake.queued) return <QueuedActions onClose={onClose} />;
  const notice = refusal && !isAboutAmount(stake) && (
    <Notice tone={refusal.lost ? 'amber' : 'bad'} icon="warn" alert>
      {refusal.text}
    </Notice>
  );
  if (!stake.checking)
    return (
      <>
        <Button wide type="submit" form={id}>
          <Trans>Continue</Trans>
        </Button>
        {notice}
      </>
    );
  const amount = openAdit(stake.amount, i18n.locale);
  return (
    <ConfirmActions onConfirm={stake.confirm} onCancel={stake.cancel} busy={stake.busy} notice={notice}>
      <Trans>Stake {amount}</Trans>
    </ConfirmActions>
  );
}

/** What was staked: the order's own figures, from the server. */
function useReceipt(done: Output<'POST /api/stake/stake'> | undefined, rate: string) {
  const { t: say, i18n } = useLingui();
  const { locale } = i18n;
  if (!done) return undefined;
  return {
    coin: BRAND.symbol,
    lead: say`You staked`,
    figure: adit(done.amount, locale),
    facts: [
      { label: say`Reward every 24 hours`, text: adit(outputOf(done.amount, rate), locale) },
      { label: say`First reward`, text: timeText(done.nextOutputAt, locale) },
      { label: say`You can unstake from`, text: timeText(done.unlocksAt, locale) },
    ],
  };
}

function Opening({ open, onClose }: PopupProps<'stake'>) {
  const id = useId();
  const staking = useQuery({ ...stakingQuery(), enabled: open });
  const assets = useQuery({ ...cached('GET /api/assets/list'), enabled: open, staleTime: 0 });
  const asset = assets.data?.items.find(({ coin }) => coin === BRAND.symbol);
  const queued = useQueuedStakes();
  const balance = asset && lessQueued(asset.balance, queued);
  const stake = useStake({ staking: staking.data, balance, open });
  useOver(stake.over, onClose);
  const receipt = useReceipt(stake.done, staking.data?.dailyRate ?? '0');
  const failed = [staking, assets].find((each) => each.isError && !each.data);
  const closed = staking.data?.open === false || stake.refusal?.off === true;
  const terms =
    !closed && staking.data && balance !== undefined ? { stake, data: staking.data, balance } : undefined;
  const content = receipt ? (
    <Receipt {...receipt} />
  ) : stake.queued ? (
    <StakeQueued amount={stake.amount} item={stake.queued} />
  ) : terms && stake.checking ? (
    <StakeConfirm {...terms} />
  ) : terms ? (
    <StakeForm id={id} {...terms} price={asset?.price ?? null} />
  ) : closed ? (
    <EmptyState icon="staking" title={<Trans>Staking is switched off</Trans>}>
      <Trans>Your balances are safe.</Trans>
    </EmptyState>
  ) : (
    <Absent
      of={{
        error: failed?.error ?? null,
        refetch: () => Promise.all([staking.refetch(), assets.refetch()]),
      }}
      lines={8}
    />
  );
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={
        receipt ? (
          <Trans context="done">Staked</Trans>
        ) : stake.queued ? (
          queuedTitle(stake.queued)
        ) : (
          <Trans>Stake {BRAND.symbol}</Trans>
        )
      }
      actions={
        (terms || receipt) && <StakeActions stake={stake} id={id} receipt={receipt} onClose={onClose} />
      }
    >
      {content}
    </Sheet>
  );
}

export const Popup = eachOpening(Opening);
