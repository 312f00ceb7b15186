// The values of the draw in full, each with a copy button.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Claim } from '#draws/claim.ts';
import { drawTimeOf } from '#draws/rounds.ts';
import { Card } from '#ui/card.tsx';
import { Copyable, CopyButton } from '#ui/copy.tsx';

interface ValuesProps {
  claim: Claim;
  /** Null on a chain without an explorer (the devnet). */
  explorerUrl: string | null;
}

export function Values({ claim, explorerUrl }: ValuesProps) {
  const { t } = useLingui();
  const link = (path: string) =>
    explorerUrl !== null && (
      <a
        href={`${explorerUrl}${path}`}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center underline decoration-faint underline-offset-3"
      >
        <Trans>View in the block explorer</Trans>
      </a>
    );
  return (
    <Card title={<Trans>Draw values</Trans>}>
      <dl className="m-0 divide-y divide-line">
        <Row name={<Trans>Seed</Trans>} value={claim.seed} copy={t`Copy seed`} />
        <Row name={<Trans>Seed hash</Trans>} value={claim.seedHash} copy={t`Copy seed hash`}>
          <span className="block font-sans break-normal text-muted">
            <Trans>Compare it with the one shown while betting was open.</Trans>
          </span>
        </Row>
        <Row
          name={<Trans>Block number</Trans>}
          value={String(claim.blockNumber)}
          copy={t`Copy block number`}
        />
        <Row name={<Trans>Block hash</Trans>} value={claim.blockHash} copy={t`Copy block hash`}>
          {link(`/block/${claim.blockNumber}`)}
        </Row>
        <Row name={<Trans>Transaction</Trans>} value={claim.txHash} copy={t`Copy transaction hash`}>
          {link(`/tx/${claim.txHash}`)}
        </Row>
        <Row name={<Trans>Hash of the draw</Trans>} value={claim.hash} copy={t`Copy draw hash`} />
        <Row name={<Trans>Round name</Trans>} value={claim.round} copy={t`Copy round name`} />
        <Row
          name={<Trans>Draw time (UTC)</Trans>}
          value={drawTimeOf(claim.round).toISOString()}
          copy={t`Copy draw time`}
        />
      </dl>
    </Card>
  );
}

interface RowProps {
  name: ReactNode;
  value: string;
  /** The button's label. */
  copy: string;
  children?: ReactNode;
}

const Row = ({ name, value, copy, children }: RowProps) => (
  <div className="relative py-2 pr-11">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="m-0 font-mono text-xs leading-snug break-all">
      <Copyable text={value}>{value}</Copyable>
      {children}
      <span className="absolute top-1/2 -right-2 -translate-y-1/2">
        <CopyButton text={value} label={copy} className="text-muted" />
      </span>
    </dd>
  </div>
);
