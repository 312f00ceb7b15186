// How the tree works, and what it does not show.
import { Trans } from '@lingui/react/macro';
import { Card } from '#ui/card.tsx';

export const HowCard = () => (
  <Card title={<Trans>How this can be checked</Trans>}>
    <ol className="m-0 grid list-decimal gap-2.5 pl-5 text-sm text-pretty marker:font-semibold">
      <li>
        <Trans>
          At midnight in Singapore every account's balances become a leaf: a hash (SHA-256) of the address,
          the balances and a secret number that only this account is told.
        </Trans>
      </li>
      <li>
        <Trans>
          Two neighbours are hashed together with the sums of both, again and again, until one hash is left:
          the root. It stands for every single balance and for what all of them are together.
        </Trans>
      </li>
      <li>
        <Trans>
          The root is published and stays. Your proof is the way from your leaf to it, and your device
          computes every step of it.
        </Trans>
      </li>
      <li>
        <Trans>
          If your balance were left out or made smaller, the way would end at another root, and you would see
          it.
        </Trans>
      </li>
    </ol>
    <p className="m-0 mt-3 text-sm text-pretty text-muted">
      <Trans>
        What it does not show: that others are in it too. Each can only check their own leaf, so it is worth
        as much as many people check. It says nothing about debts outside these books, and custody shows that
        the operator can move those coins, not that nobody has a claim on them. The sums of neighbours on your
        way are visible to you, as yours are to them, without names; the order of accounts is drawn anew for
        each tree.
      </Trans>
    </p>
  </Card>
);
