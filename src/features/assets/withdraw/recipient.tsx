// Where the coins go: the own wallet unless the person changes it; another address is typed or pasted, judged and warned about.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { shortAddress } from '#lib/amounts.ts';
import { toast } from '#lib/toast.ts';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { Checkbox } from '#ui/switch.tsx';

const SMALL_BUTTON =
  'min-h-11 shrink-0 rounded-control px-3 text-sm font-semibold text-amber-ink hover:bg-amber-wash active:scale-95';

/** The own wallet, as a settled thing with a way to change it. */
export function OwnWallet({ address, onChange }: { address: string; onChange: () => void }) {
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
          <span className="figures text-[13px] text-muted" title={address}>
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

/** Reading the clipboard may be refused; the person then pastes by hand. */
async function pasted(): Promise<string | undefined> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    toast(t`Pasting by button is not allowed here. Please hold the field and paste.`, 'error', 4000);
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

export function OtherWallet({ address, onChange, onOwn, error, hint }: OtherWalletProps) {
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
  /** The person went on without the tick. */
  missing: boolean;
}

/** For a wallet that is not the own one. */
export function Risk({ coin, network, agreed, onAgree, missing }: RiskProps) {
  return (
    <div className="rounded-control bg-amber-wash px-3.5 py-3 text-sm text-pretty text-amber-ink">
      <p className="m-0 flex gap-2.5">
        <Icon name="warn" size={20} className="shrink-0" />
        <span>
          <strong className="block font-semibold">
            <Trans>Coins sent to a wrong address cannot be brought back.</Trans>
          </strong>
          <Trans>
            This is not the wallet you signed in with. Whoever receives it must be able to use {coin} on the
            network {network}.
          </Trans>
        </span>
      </p>
      <div className="mt-1">
        <Checkbox checked={agreed} onChange={onAgree} wrong={missing}>
          <Trans>I have compared the address, it is right</Trans>
        </Checkbox>
      </div>
      <p role="alert" className="m-0 text-[13px] text-garnet empty:hidden">
        {missing && <Trans>Please tick this to go on.</Trans>}
      </p>
    </div>
  );
}
