// The first step: coin, amount, recipient, and the result.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { t } from '@lingui/core/macro';
import { CoinPicker } from '#features/assets/coin-picker.tsx';
import { amountText, openText, shortAddress } from '#lib/amounts.ts';
import { timeWithin } from '#lib/time.ts';
import { nextDay } from '#rules/days.ts';
import { AmountEntry } from '#ui/amount-entry.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import { Form } from '#ui/form.tsx';
import { toast } from '#lib/toast.ts';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { Checkbox } from '#ui/switch.tsx';
import type { KnownAddresses } from './address.rules.ts';
import type { Draft, Judgement } from './draft.ts';
import type { Refusal } from './use-send.ts';
import { amountProblem, type Asset, mostOf, withdrawalOf } from './withdraw.rules.ts';
import { networkName } from '#lib/network.ts';
import { addressProblemText, amountProblemText } from './withdraw.words.ts';

// The recipient: the user's own wallet by default; another address is typed or pasted, checked and warned about.

const SMALL_BUTTON =
  'min-h-11 shrink-0 rounded-control px-3 text-sm font-semibold text-amber-ink hover:bg-amber-wash active:scale-95';

/** The user's own wallet, preset, with a button to change it. */
function OwnWallet({ address, onChange }: { address: string; onChange: () => void }) {
  return (
    <div>
      <p className="m-0 mb-1.5 text-sm font-medium">
        <Trans>Recipient</Trans>
      </p>
      <div className="flex min-h-14 items-center gap-3 rounded-control border border-line py-1.5 pr-1.5 pl-3.5">
        <Icon name="wallet" className="shrink-0 text-muted" />
        <p className="m-0 min-w-0 grow leading-tight">
          <span className="block font-semibold">
            <Trans>Your wallet</Trans>
          </span>
          <span className="figures text-xs text-muted" title={address}>
            {shortAddress(address)}
          </span>
        </p>
        <button type="button" className={SMALL_BUTTON} onClick={onChange}>
          <Trans>Change</Trans>
        </button>
      </div>
    </div>
  );
}

/** The browser may refuse to read the clipboard; the user then pastes by hand. */
async function pasted(): Promise<string | undefined> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    toast(t`Your browser doesn't allow this button. Hold the field and paste.`, 'error');
    return undefined;
  }
}

interface OtherWalletProps {
  address: string;
  onChange: (address: string) => void;
  onOwn: () => void;
  error?: ReactNode;
  hint?: ReactNode;
}

function OtherWallet({ address, onChange, onOwn, error, hint }: OtherWalletProps) {
  const { t: say } = useLingui();
  const paste = async () => {
    const text = await pasted();
    if (text !== undefined) onChange(text);
  };
  return (
    <div>
      <Field
        label={<Trans>Recipient</Trans>}
        value={address}
        onChange={onChange}
        error={error}
        hint={hint}
        placeholder="0x…"
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={200}
        enterKeyHint="done"
        end={
          <button
            type="button"
            className={`${SMALL_BUTTON} mr-1`}
            aria-label={say`Paste the address`}
            onClick={() => void paste()}
          >
            <Trans>Paste</Trans>
          </button>
        }
      />
      <button type="button" className={`${SMALL_BUTTON} -mb-3 -ml-3`} onClick={onOwn}>
        <Trans>Use my own wallet</Trans>
      </button>
    </div>
  );
}

interface RiskProps {
  coin: string;
  network: string;
  agreed: boolean;
  onAgree: (agreed: boolean) => void;
  /** The user tried to continue without ticking the box. */
  missing: boolean;
}

/** The warning for a wallet other than the user's own. */
function Risk({ coin, network, agreed, onAgree, missing }: RiskProps) {
  return (
    <div className="rounded-control bg-amber-wash px-3.5 py-3 text-sm text-pretty text-amber-ink">
      <p className="m-0 flex gap-2.5">
        <Icon name="warn" size={20} className="shrink-0" />
        <span>
          <strong className="block font-semibold">
            <Trans>Coins sent to the wrong address are gone for good.</Trans>
          </strong>
          <Trans>
            This isn't the wallet you signed in with. Make sure its owner can use {coin} on {network}.
          </Trans>
        </span>
      </p>
      <div className="mt-1">
        <Checkbox checked={agreed} onChange={onAgree} wrong={missing}>
          <Trans>I've checked the address</Trans>
        </Checkbox>
      </div>
    </div>
  );
}

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
  /** "Continue" was pressed: everything missing is reported. */
  tried: boolean;
  now: number;
  onChange: (change: Partial<Draft>) => void;
  onSubmit: () => void;
}

export function WithdrawForm(props: FormProps) {
  const { id, coins, asset, own, draft, judgement, onChange, onSubmit } = props;
  const words = useProblems(props);
  const { i18n } = useLingui();
  const network = networkName(props.chainId);
  const { foreign, address } = judgement;
  const { coin } = asset;
  // The limit of the day has its own line.
  const available = amountText(asset.balance, i18n.locale);
  return (
    <Form id={id} onSubmit={onSubmit}>
      <CoinPicker
        label={<Trans>Coin</Trans>}
        coins={coins}
        value={asset.coin}
        onChange={(coin) => onChange({ coin, amount: '' })}
      />
      <div onBlur={words.leaveAmount}>
        <AmountEntry
          label={<Trans>Amount</Trans>}
          value={draft.amount}
          onChange={(amount) => onChange({ amount })}
          coin={asset.coin}
          decimals={asset.decimals}
          max={mostOf(asset)}
          hint={
            <Trans>
              Available {available} {coin}
            </Trans>
          }
          price={asset.price}
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

/** An excessive amount is reported while typing; what may only be unfinished is reported when the field loses focus. */
function useProblems({ asset, draft, judgement, refusal, tried, now, known, chainId }: FormProps) {
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
    address: sayAddress ? addressProblemText(address, recipient, { known, chainId }) : refused('address'),
    leaveAmount: () => setLeft((old) => ({ ...old, amount: true })),
    leaveAddress: () => setLeft((old) => ({ ...old, address: true })),
  };
}

interface FiguresProps {
  asset: Asset;
  amount: string;
  foreign: boolean;
  now: number;
}

/** What arrives, once the amount is valid. */
function Figures({ asset, amount, foreign, now }: FiguresProps) {
  const { i18n } = useLingui();
  const figure = (value: string) => `${openText(value, i18n.locale, { max: Infinity })} ${asset.coin}`;
  const { receives } = withdrawalOf(asset, amount);
  const time = timeWithin(nextDay(now), i18n.locale, now);
  return (
    <Facts>
      <Fact label={foreign ? <Trans>The recipient gets</Trans> : <Trans>You receive</Trans>}>
        {amountProblem(asset, amount) === null && receives !== null ? figure(receives) : '–'}
      </Fact>
      <Fact label={<Trans>Fee</Trans>}>{figure(asset.withdrawFee)}</Fact>
      {asset.withdrawLeft !== null && (
        <Fact label={<Trans>Limit left (resets {time})</Trans>}>
          {amountText(asset.withdrawLeft, i18n.locale)} {asset.coin}
        </Fact>
      )}
    </Facts>
  );
}
