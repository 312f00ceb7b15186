// The same check without this app: one file that needs no server, and the data to paste into it.
import { Trans } from '@lingui/react/macro';
import type { Claim } from '#draws/claim.ts';
import type { Answer } from '#draws/evidence.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { copyText } from '#ui/copy.tsx';
import { Icon } from '#ui/icon.tsx';
import { proofText } from './verify.rules.ts';

const LINK =
  'inline-flex min-h-11 items-center gap-2 rounded-control border border-line px-4 text-sm font-semibold hover:bg-wash';

export const OfflineCard = ({ claim, answers }: { claim: Claim; answers: readonly Answer[] }) => (
  <Card title={<Trans>Check without this app</Trans>}>
    <p className="m-0 text-sm text-pretty">
      <Trans>
        The offline page is one file that asks no server for anything. Keep it, and paste the data of any
        round into it, with the answers of a node of your own if you like.
      </Trans>
    </p>
    <div className="mt-3 grid gap-2">
      <Button
        look="secondary"
        size="sm"
        wide
        icon="copy"
        onClick={() => void copyText(proofText(claim, answers))}
      >
        <Trans>Copy the data</Trans>
      </Button>
      <div className="grid grid-cols-2 gap-2">
        <a href="/verify.html" target="_blank" rel="noopener" className={`${LINK} justify-center`}>
          <Icon name="link" size={20} />
          <Trans>Open it</Trans>
        </a>
        <a href="/verify.html" download="adit-verify.html" className={`${LINK} justify-center`}>
          <Icon name="download" size={20} />
          <Trans>Keep it</Trans>
        </a>
      </div>
    </div>
  </Card>
);
