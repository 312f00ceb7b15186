// The first step: which coin, how much, to whom, and what it comes to.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { CoinPicker } from '#features/assets/coin-picker.tsx';
import { amountText, openText } from '#lib/amounts.ts';
import { nextDay } from '#rules/days.ts';
import { AmountField } from '#ui/amount-field.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import { Form } from '#ui/form.tsx';
import type { KnownAddresses } from './address.rules.ts';
import type { Draft, Judgement } from './draft.ts';
import { OtherWallet, OwnWallet, Risk } from './recipient.tsx';
import type { Refusal } from './use-send.ts';
import { type Asset, mostOf, withdrawalOf } from './withdraw.rules.ts';
import { addressProblemText, amountProblemText, clockTime, networkName } from './withdraw.words.ts';

interface FormProps {
  id: string;
  coins: readonly Asset[];
  asset: Asset;
  own: string;
  known: KnownAddresses;
  chainId: number;
  draft: Draft;
  judgement: Judgement;
  refusal: Refusal | undefined;
  /** "Continue" was pressed: everything that is missing is said. */
  tried: boolean;
  now: number;
  onChange: (change: Partial<Draft>) => void;
  onSubmit: () => void;
}

export function WithdrawForm(props: FormProps) {
  const { id, coins, asset, own, draft, judgement, onChange, onSubmit } = props;
  const words = useProblems(props);
  const network = networkName(props.chainId);
  const { foreign, address } = judgement;
  return (
    <Form id={id} onSubmit={onSubmit}>
      <CoinPicker
        label={<Trans>Coin</Trans>}
        coins={coins}
        value={asset.coin}
        onChange={(coin) => onChange({ coin, amount: '' })}
      />
      <div onBlur={words.leaveAmount}>
        <AmountField
          label={<Trans>Amount</Trans>}
          value={draft.amount}
          onChange={(amount) => onChange({ amount })}
          coin={asset.coin}
          decimals={asset.decimals}
          max={mostOf(asset)}
          error={words.amount}
        />
      </div>
      {draft.toOwn ? (
        <OwnWallet address={own} onChange={() => onChange({ toOwn: false })} />
      ) : (
        <div onBlur={words.leaveAddress}>
          <OtherWallet
            address={draft.address}
            onChange={(text) => onChange({ address: text, agreed: false })}
            onOwn={() => onChange({ toOwn: true, address: '', agreed: false })}
            error={words.address}
            hint={
              !foreign && address === null ? <Trans>This is the wallet you signed in with.</Trans> : undefined
            }
          />
        </div>
      )}
      {foreign && address === null && (
        <Risk
          coin={asset.coin}
          network={network}
          agreed={draft.agreed}
          onAgree={(agreed) => onChange({ agreed })}
          missing={props.tried && !draft.agreed}
        />
      )}
      <Figures asset={asset} amount={draft.amount} foreign={foreign} now={props.now} />
    </Form>
  );
}

/** Too much is said while typing; what may only be unfinished is said when the field was left. */
function useProblems({ asset, draft, judgement, refusal, tried, now, known }: FormProps) {
  const { i18n } = useLingui();
  const [left, setLeft] = useState({ amount: false, address: false });
  const { amount, address, recipient } = judgement;
  const tooMuch = amount === 'balance' || amount === 'limit';
  const tooLittle = amount === 'min' && (tried || left.amount);
  const sayAddress =
    address !== null && address !== 'unknown' && (tried || (left.address && draft.address !== ''));
  const refused = (about: Refusal['about']) => (refusal?.about === about ? refusal.text : undefined);
  return {
    amount: tooMuch || tooLittle ? amountProblemText(amount, asset, now, i18n.locale) : refused('amount'),
    address: sayAddress ? addressProblemText(address, recipient, known) : refused('address'),
    leaveAmount: () => setLeft((old) => ({ ...old, amount: true })),
    leaveAddress: () => setLeft((old) => ({ ...old, address: true })),
  };
}

const NOTHING = '–';

interface FiguresProps {
  asset: Asset;
  amount: string;
  foreign: boolean;
  now: number;
}

function Figures({ asset, amount, foreign, now }: FiguresProps) {
  const { i18n } = useLingui();
  const figure = (value: string, write = openText): ReactNode => `${write(value, i18n.locale)} ${asset.coin}`;
  const { receives, after } = withdrawalOf(asset, amount);
  const time = clockTime(nextDay(now).getTime(), i18n.locale);
  return (
    <div className="rounded-control bg-wash px-3.5 py-1">
      <Facts>
        <Fact label={<Trans>Fee</Trans>}>{figure(asset.withdrawFee)}</Fact>
        <Fact label={foreign ? <Trans>The recipient gets</Trans> : <Trans>You receive</Trans>}>
          {receives === null ? NOTHING : figure(receives)}
        </Fact>
        <Fact label={<Trans>Balance after</Trans>}>
          {after === null ? NOTHING : figure(after, amountText)}
        </Fact>
        <Fact label={<Trans>Smallest amount</Trans>}>{figure(asset.minWithdraw)}</Fact>
        {asset.withdrawLeft !== null && (
          <Fact label={<Trans>Left today, until {time}</Trans>}>
            {figure(asset.withdrawLeft, amountText)}
          </Fact>
        )}
      </Facts>
    </div>
  );
}
