// A WalletConnect pairing: a QR code for a phone beside this screen, a link for a wallet on this phone.
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { CopyButton } from '#ui/copy.tsx';
import { qrOf } from '#ui/qr.ts';

export function Pairing({ link }: { link: string }) {
  const { t } = useLingui();
  const { path, size } = useMemo(() => qrOf(link, 'L'), [link]);
  return (
    <div className="grid justify-items-center gap-4 py-2 text-center">
      <svg
        viewBox={`-2 -2 ${size + 4} ${size + 4}`}
        role="img"
        aria-label={t`QR code for your wallet`}
        className="size-60"
      >
        <path d={path} fill="#12161f" shapeRendering="crispEdges" />
      </svg>
      <p className="m-0 text-base text-pretty text-muted">
        <Trans>Scan with your wallet, or open one on this phone.</Trans>
      </p>
      <div className="flex items-center gap-2">
        <a
          href={link}
          className="inline-flex min-h-12 items-center justify-center rounded-control bg-amber px-5 font-semibold text-basalt"
        >
          <Trans>Open wallet</Trans>
        </a>
        <CopyButton text={link} label={t`Copy link`} />
      </div>
    </div>
  );
}
