// What is staked, and what exactly comes of it.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { SHOWN_DECIMALS } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { paysAt, unlocksAt } from '#rules/staking.ts';
import { timeText, timeWithin } from '#lib/time.ts';
import { AmountField } from '#ui/amount-field.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import { useNow } from '#ui/now.ts';
import { Form } from '#ui/form.tsx';
import { adit, openAdit } from '#ui/figure.ts';
import { balanceAfter, outputOf, type Staking } from './staking.rules.ts';
import { amountProblemText } from './staking.words.ts';
import { isAboutAmount, type Stake } from './use-stake.ts';

interface FormProps {
  id: string;
  stake: Stake;
  data: Staking;
  balance: string;
}

export function StakeForm({ id, stake, data, balance }: FormProps) {
  const { i18n } = useLingui();
  const least = openAdit(data.minAmount, i18n.locale);
  const field = useRef<HTMLDivElement>(null);
  const refused = isAboutAmount(stake);
  // Where the button was pressed, the field may be out of sight.
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

/** What speaks against the amount here, or what the server says of it. */
function useAmountError(stake: Stake, data: Staking, balance: string): string | undefined {
  const { i18n } = useLingui();
  const { problem, refusal } = stake;
  if (isAboutAmount(stake)) return refusal?.text;
  if (refusal?.lost || (problem !== 'small' && problem !== 'balance')) return undefined;
  return amountProblemText(problem, { balance, min: data.minAmount }, i18n.locale);
}

/** The rows are rounded for reading; the sentence below is exact. */
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
