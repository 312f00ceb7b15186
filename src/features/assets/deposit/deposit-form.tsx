// The first steps: coin and amount, then the final review of what is about to be signed.
import { Trans, useLingui } from '@lingui/react/macro';
import { type Asset } from '#features/assets/assets.rules.ts';
import { CoinPicker } from '#features/assets/coin-picker.tsx';
import { Notice, OfflineNotice } from '#ui/notice.tsx';
import { fromUnits } from '#rules/amounts.ts';
import { amountText, openText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { AmountEntry } from '#ui/amount-entry.tsx';
import { Fact, Tag } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { networkName } from '#lib/network.ts';
import { Form } from '#ui/form.tsx';
import { type AmountProblem, balanceAfter } from './deposit.rules.ts';
import { tooMuchText } from './deposit.words.ts';
import { TestMoney } from './test-money.tsx';
import type { Draft } from './use-form.ts';
import { type Gas, type Held, type Place, useAllHeld } from './use-wallet.ts';

interface FormProps {
  id: string;
  coins: readonly Asset[];
  asset: Asset;
  place: Place;
  treasury: string;
  draft: Draft;
  problem: AmountProblem | null;
  held: Held;
  gas: Gas;
  demo: boolean;
  online: boolean;
  onChange: (change: Partial<Draft>) => void;
  onSubmit: () => void;
}

export function DepositForm(props: FormProps) {
  const { id, coins, asset, place, draft, held, onChange, onSubmit } = props;
  const { i18n } = useLingui();
  const all = useAllHeld(place, coins);
  const figure = ({ coin }: Asset) => {
    const units = all.get(coin);
    return units === undefined ? '' : amountText(fromUnits(units), i18n.locale);
  };
  return (
    <Form id={id} onSubmit={onSubmit}>
      <CoinPicker
        label={<Trans>Coin in your wallet</Trans>}
        coins={coins}
        value={asset.coin}
        figure={figure}
        onChange={(coin) => onChange({ coin, amount: '' })}
      />
      <AmountEntry
        label={<Trans>Amount</Trans>}
        value={draft.amount}
        onChange={(amount) => onChange({ amount })}
        coin={asset.coin}
        decimals={asset.decimals}
        max={held.units === null ? null : fromUnits(held.units)}
        price={asset.price}
        error={
          props.problem === 'balance'
            ? tooMuchText({ ...draft, coin: asset.coin, held: held.units }, i18n.locale)
            : undefined
        }
      />
      <Obstacle {...props} />
    </Form>
  );
}

/** The most important current obstacle. */
function Obstacle({ asset, held, gas, online, demo, place }: FormProps) {
  const { i18n } = useLingui();
  const bnb = (wei: bigint, write = openText) => write(fromUnits(wei), i18n.locale, { max: 8 });
  const { coin } = asset;
  if (!online) return <OfflineNotice />;
  if (held.failed)
    return (
      <Notice tone="amber" icon="warn">
        <Trans>Can't read your wallet's balance. We'll keep trying.</Trans>
      </Notice>
    );
  const noCoins = held.units === 0n;
  const noGas = gas.held !== null && gas.fee !== null && gas.held < gas.fee;
  if (demo && ((noCoins && coin === 'USDT') || noGas)) return <TestMoney owner={place.owner} />;
  if (noCoins)
    return (
      <Notice>
        <Trans>Your wallet holds no {coin} on this network.</Trans>
      </Notice>
    );
  if (noGas) {
    const [has, costs] = [bnb(gas.held ?? 0n, amountText), bnb(gas.fee ?? 0n)];
    return (
      <Notice tone="amber" icon="warn">
        <Trans>
          Your wallet holds {has} BNB, and the network fee is about {costs} BNB. Add some BNB to your wallet
          first.
        </Trans>
      </Notice>
    );
  }
  return null;
}

interface ConfirmProps extends Pick<FormProps, 'asset' | 'draft' | 'gas' | 'treasury'> {
  chainId: number;
}

/** The final review before the wallet is asked. */
export function DepositConfirm({ asset, draft, gas, treasury, chainId }: ConfirmProps) {
  const { i18n } = useLingui();
  const { coin } = asset;
  const figure = (value: string, write = openText): string =>
    `${write(value, i18n.locale, { max: Infinity })} ${coin}`;
  const after = balanceAfter(asset.balance, draft.amount);
  return (
    <Confirm
      coin={coin}
      lead={<Trans>You send</Trans>}
      figure={figure(draft.amount)}
      recipient={{ address: treasury, note: <Tag tone="quiet">{BRAND.name}</Tag> }}
      facts={<Fact label={<Trans>Network</Trans>}>{networkName(chainId)}</Fact>}
      feeLabel={<Trans>Network fee, about</Trans>}
      fee={gas.fee === null ? '–' : `${openText(fromUnits(gas.fee), i18n.locale, { max: 8 })} BNB`}
      afterLabel={<Trans>Balance in {BRAND.name} after</Trans>}
      after={after === null ? '–' : figure(after, amountText)}
    >
      <p className="m-0 text-sm text-pretty text-muted">
        <Trans>
          Your wallet signs a plain transfer of exactly this amount. It grants no allowance, so nothing more
          can be taken.
        </Trans>
      </p>
    </Confirm>
  );
}
