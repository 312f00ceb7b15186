// What a guest sees in place of personal figures: an example of them, and a button to connect that stays in reach.
import { useLingui } from '@lingui/react/macro';
import type { CSSProperties, ReactNode } from 'react';
import { ConnectButton } from './connect-button.tsx';
import { useBarsBelow } from './bars-below.ts';
import { Card } from './card.tsx';
import { Example } from './example.tsx';
import { EmptyState } from './views.tsx';

interface AskToConnectProps {
  /** What is shown once a wallet is connected. */
  children: ReactNode;
  /** A picture instead, if no example would be honest because nothing is earned there. */
  bare?: boolean;
}

export function AskToConnect({ children, bare = false }: AskToConnectProps) {
  const { t } = useLingui();
  const bottom = useBarsBelow();
  return (
    <Card title={bare ? undefined : t`Please log in`}>
      {bare ? (
        <EmptyState icon="wallet" title={t`Please log in`}>
          {children}
        </EmptyState>
      ) : (
        <>
          <p className="m-0 text-sm text-pretty text-muted">{children}</p>
          <div className="mt-4">
            <Example />
          </div>
        </>
      )}
      {/* Moved by a transform, which lays out nothing: the strips come after it. */}
      <div
        style={{ '--below': `${-bottom}px` } as CSSProperties}
        className="mt-4 phone:fixed phone:inset-x-0 phone:bottom-0 phone:z-10 phone:translate-y-(--below) phone:border-t phone:border-line phone:bg-white phone:px-4 phone:py-3"
      >
        <ConnectButton />
      </div>
    </Card>
  );
}
