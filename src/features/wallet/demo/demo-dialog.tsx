// The demo wallet's own window. It is in the browser's top layer, above any sheet of the page.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useBackCloses } from '#ui/back.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { networkName } from '#lib/network.ts';
import { fromUnits } from '#rules/amounts.ts';
import { openText } from '#lib/amounts.ts';
import { Fact, Facts } from '#ui/card.tsx';
import type { Asked, ChainPrompt, SendPrompt, SignPrompt } from './demo-prompt.ts';

/**
 * Every token of the app has 18 decimals; the amount of any other token is shown in its smallest units rather than
 * wrongly.
 */
const sized = (amount: bigint, decimals: number | undefined): string =>
  decimals === 18 ? fromUnits(amount) : amount.toString();

/** What a transaction does, as text: asset, exact amount, recipient, fee. */
function SendDetails({ prompt }: { prompt: SendPrompt }) {
  const { i18n } = useLingui();
  const { send, transfer, token, fee } = prompt;
  const text = (units: string) => openText(units, i18n.locale, { max: Infinity });
  const call = !transfer && send.data !== '0x';
  return (
    <Facts>
      {transfer && (
        <Fact label={<Trans>Amount</Trans>}>
          {text(sized(transfer.amount, token?.decimals))}{' '}
          {token?.coin ?? <Trans>smallest units of an unknown token</Trans>}
        </Fact>
      )}
      {(send.value > 0n || !transfer) && (
        <Fact label={<Trans>Amount</Trans>}>{text(fromUnits(send.value))} BNB</Fact>
      )}
      <Fact label={<Trans>Recipient</Trans>}>{transfer?.to ?? send.to ?? <Trans>a new contract</Trans>}</Fact>
      {call && (
        <Fact label={<Trans>Contract call</Trans>}>
          <span className="block max-h-24 overflow-y-auto text-xs">{send.data}</span>
        </Fact>
      )}
      <Fact label={<Trans>Network fee, at most</Trans>}>{text(fromUnits(fee))} BNB</Fact>
    </Facts>
  );
}

function SignDetails({ prompt }: { prompt: SignPrompt }) {
  return (
    <>
      {!prompt.readable && (
        <p className="m-0 mb-2 flex gap-2 text-sm text-garnet">
          <Icon name="warn" size={20} className="shrink-0" />
          <Trans>This isn't readable text. Sign only if you know what it is.</Trans>
        </p>
      )}
      <pre
        lang="en"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text is scrolled with the keyboard
        tabIndex={0}
        className="figures m-0 max-h-[50dvh] overflow-y-auto rounded-control bg-wash p-3.5 font-sans text-sm leading-relaxed whitespace-pre-wrap wrap-anywhere"
      >
        {prompt.text}
      </pre>
    </>
  );
}

function ChainDetails({ prompt }: { prompt: ChainPrompt }) {
  const name = networkName(prompt.chainId);
  const { chainId } = prompt;
  return (
    <div className="grid gap-1.5 text-base">
      <p className="m-0">
        <Trans>
          This page asks to use {name} (chain {chainId}).
        </Trans>
      </p>
      {prompt.rpcUrl !== undefined && (
        <p className="m-0 text-sm text-muted wrap-anywhere">
          <Trans>New to the wallet. Its node:</Trans> {prompt.rpcUrl}
        </p>
      )}
    </div>
  );
}

export function DemoDialog({ asked: { prompt, answer } }: { asked: Asked }) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const reject = () => answer(false);
  useBackCloses(true, reject);
  useEffect(() => {
    const node = dialog.current;
    if (!node) return;
    if (!node.open) node.showModal();
    // Keys pressed here are handled here: Escape must not also close the sheet below.
    const keep = (event: KeyboardEvent) => event.stopPropagation();
    node.addEventListener('keydown', keep);
    return () => node.removeEventListener('keydown', keep);
  }, []);
  const titles = { sign: t`Sign this text?`, send: t`Send this transaction?`, chain: t`Switch the network?` };
  const agree = { sign: t`Sign`, send: t`Send`, chain: t`Switch` };
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby="demo-wallet-title"
      onCancel={(event) => {
        event.preventDefault();
        reject();
      }}
      className="fixed inset-x-0 top-auto bottom-0 m-0 mx-auto w-full max-w-120 animate-rise rounded-t-[24px] border-0 bg-white p-0 text-ink shadow-float backdrop:bg-basalt/70 min-[720px]:inset-y-0 min-[720px]:my-auto min-[720px]:rounded-[24px]"
    >
      <header className="flex items-center gap-2.5 rounded-t-[24px] bg-basalt px-5 py-3 text-sm text-white">
        <Icon name="wallet" size={20} className="text-amber" />
        <span className="font-semibold">
          <Trans>Demo wallet</Trans>
        </span>
        <span className="ml-auto text-mist">
          <Trans>Play money only</Trans>
        </span>
      </header>
      <div className="px-5 pt-4 pb-[calc(env(safe-area-inset-bottom)+16px)]">
        <h2 id="demo-wallet-title" className="m-0 mb-3 text-lg font-semibold">
          {titles[prompt.kind]}
        </h2>
        {prompt.kind === 'sign' && <SignDetails prompt={prompt} />}
        {prompt.kind === 'send' && <SendDetails prompt={prompt} />}
        {prompt.kind === 'chain' && <ChainDetails prompt={prompt} />}
        <div className="mt-4 grid grid-cols-2 gap-2.5">
          <Button look="secondary" onClick={reject}>
            <Trans>Reject</Trans>
          </Button>
          <Button onClick={() => answer(true)}>{agree[prompt.kind]}</Button>
        </div>
      </div>
    </dialog>,
    document.body,
  );
}
