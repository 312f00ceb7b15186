// Buttons in every look and state, and copyable text.
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, IconButton } from '#ui/button.tsx';
import { ConnectButton } from '#ui/connect-button.tsx';
import { Address, Copyable, CopyButton, Short } from '#ui/copy.tsx';
import { HideButton } from '#ui/hide-button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { Piece } from './piece.tsx';

const LOOKS = ['primary', 'secondary', 'dark', 'ghost', 'danger'] as const;
const ADDRESS = '0x264990fbd0A4796A3E3d8E37C4d5F87a3aCa5Ebf';

export function Page() {
  const { t } = useLingui();
  return (
    <>
      <Piece
        of="Button"
        note="Each look: as it is, small with an icon, busy, disabled. Tab to see the focus."
      >
        {LOOKS.map((look) => (
          <div key={look} className="flex flex-wrap items-center gap-2">
            <Button look={look}>{t`Connect wallet`}</Button>
            <Button look={look} size="sm" icon="copy">{t`Copy link`}</Button>
            <Button look={look} busy>{t`Claim`}</Button>
            <Button look={look} disabled>{t`Withdraw`}</Button>
          </div>
        ))}
        <div className="flex flex-wrap gap-2 rounded-card bg-basalt p-4">
          <Button look="glass">{t`Invite friends`}</Button>
          <Button look="glass" busy>{t`Claim`}</Button>
          <Button look="glass" disabled>{t`Withdraw`}</Button>
        </div>
        <Button wide>
          <Trans>Activate a permanent miner</Trans>
        </Button>
      </Piece>
      <Piece of="IconButton" row>
        <IconButton icon="refresh" label={t`Refresh`} />
        <IconButton icon="close" label={t`Close`} disabled className="disabled:opacity-40" />
        <span className="rounded-card bg-basalt p-2 text-white">
          <IconButton icon="menu" label={t`Menu`} />
        </span>
      </Piece>
      <Piece
        of="CopyButton Copyable Short Address"
        note="The button copies, and a finger that rests for 350 ms on the text."
      >
        <Address address={ADDRESS} />
        <Short text={ADDRESS} label={t`Copy the hash`} />
        <span className="flex items-center gap-1">
          <Copyable text={ADDRESS} className="min-w-0 font-mono text-xs break-all">
            {ADDRESS}
          </Copyable>
          <CopyButton text={ADDRESS} label={t`Copy address`} />
        </span>
      </Piece>
      <Piece of="ConnectButton" note="Opens the choice of a wallet.">
        <ConnectButton />
      </Piece>
      <Piece of="HideButton" note="Hides amounts on all pages, and shows them again.">
        <HideButton />
      </Piece>
      <Piece of="LinkButton" note="Leads to another page.">
        <LinkButton to="/pages/asset/index">{t`Go to Asset Center`}</LinkButton>
      </Piece>
      <Piece of="PageLink">
        <PageLink to="/pages/transparency/index" className="inline-flex min-h-11 items-center underline">
          {t`Transparency`}
        </PageLink>
      </Piece>
    </>
  );
}
