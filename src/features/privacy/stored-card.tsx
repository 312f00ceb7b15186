// What is kept about an account and why, what everybody can see, and what there is none of.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';

function Stored({ what, children }: { what: ReactNode; children: ReactNode }) {
  return (
    <div className="py-2.5">
      <dt className="text-[15px] font-semibold">{what}</dt>
      <dd className="m-0 mt-0.5 text-sm text-pretty text-muted">{children}</dd>
    </div>
  );
}

export const StoredCard = () => (
  <Card title={<Trans>What is kept, and why</Trans>}>
    <dl className="m-0 divide-y divide-line">
      <Stored what={<Trans>Wallet address, invite code, who invited you</Trans>}>
        <Trans>
          They are the account. There is no name, no e-mail address, no telephone number and no password.
        </Trans>
      </Stored>
      <Stored what={<Trans>Every movement of money</Trans>}>
        <Trans>
          Deposits, withdrawals, purchases, stakes, bets and guesses stand in a ledger of which nothing is
          removed: each balance has to follow from it.
        </Trans>
      </Stored>
      <Stored what={<Trans>Miner, team and limits</Trans>}>
        <Trans>
          Cycles and hashrate, how many members a team has and what it has earned, your bet limit and pauses.
        </Trans>
      </Stored>
      <Stored what={<Trans>Verification</Trans>}>
        <Trans>
          Exchange, UID and address, the verdict, and two documents. Documents are encrypted, opened by who
          verifies alone, and deleted some time after the verdict, or at once when you say so.
        </Trans>
      </Stored>
      <Stored what={<Trans>Sign-ins and reminders</Trans>}>
        <Trans>
          When you signed in and were last seen; of a device with reminders its address at the push service,
          language and quiet hours, until you switch them off.
        </Trans>
      </Stored>
    </dl>
  </Card>
);

export const OthersCard = () => (
  <Card title={<Trans>What others see</Trans>}>
    <div className="grid gap-2.5 text-sm text-pretty">
      <p className="m-0">
        <Trans>
          Deposits and withdrawals are transactions on a public chain: addresses and amounts can be read there
          by anybody, for ever, and nobody can delete them.
        </Trans>
      </p>
      <p className="m-0">
        <Trans>
          Your address is shown to others shortened in the middle: to the people above you in the team, with
          hashrate and stakes, and among the best of a race.
        </Trans>
      </p>
      <p className="m-0">
        <Trans>
          There are no cookies, no trackers and no advertising. The app asks nobody but this server and, for
          deposits and proofs of draws, a node of the chain. If you connect by WalletConnect, its servers
          carry the messages; reminders pass your browser's push service, encrypted. Network addresses are
          counted for a short time against too many requests, as fingerprints.
        </Trans>
      </p>
    </div>
  </Card>
);
