// A transaction hash, shortened in the middle: it can be copied, and links to the block explorer where there is one.
import { Trans, useLingui } from '@lingui/react/macro';
import { shortAddress } from '#lib/amounts.ts';
import { CopyButton, Short } from '#ui/copy.tsx';
import { Icon } from '#ui/icon.tsx';

interface TxLinkProps {
  hash: string;
  /** Null on a chain without an explorer (the devnet). */
  explorerUrl: string | null;
}

export function TxLink({ hash, explorerUrl }: TxLinkProps) {
  const { t } = useLingui();
  if (explorerUrl === null)
    return <Short text={hash} label={t`Copy transaction hash`} className="-my-3 -mr-3" />;
  return (
    // The buttons are 44 px tall without making the row as tall.
    <span className="-my-3 -mr-3 inline-flex items-center">
      <a
        href={`${explorerUrl}/tx/${hash}`}
        target="_blank"
        rel="noopener noreferrer"
        title={hash}
        className="figures inline-flex min-h-11 items-center gap-1 underline decoration-faint underline-offset-3 hover:decoration-current"
      >
        {shortAddress(hash)}
        <Icon name="share" size={16} className="rotate-90 text-muted" />
        <span className="sr-only">
          <Trans>Opens the block explorer</Trans>
        </span>
      </a>
      <CopyButton text={hash} label={t`Copy transaction hash`} className="text-muted" />
    </span>
  );
}
