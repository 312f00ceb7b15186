// How a draw comes about, and what checking it proves. Honest about what it does not.
import { Trans } from '@lingui/react/macro';
import { Card } from '#ui/card.tsx';

export const HowItWorks = () => (
  <Card title={<Trans>How a draw can be checked</Trans>}>
    <ol className="m-0 grid list-decimal gap-2.5 pl-5 text-sm text-pretty marker:font-semibold">
      <li>
        <Trans>
          Before betting opens the server picks a secret seed and publishes its hash. It cannot change the
          seed after that.
        </Trans>
      </li>
      <li>
        <Trans>
          The draw belongs to the first final block, from the moment of the draw on, whose last transaction
          was sent by the block's own validator.
        </Trans>
      </li>
      <li>
        <Trans>
          Transaction, seed and the round's name are hashed together. The server does not choose the
          transaction, the validator does not know the seed, players know neither.
        </Trans>
      </li>
      <li>
        <Trans>
          Lottery: the last three decimal digits of that hash. Race: the lanes 1 to 6 in the order in which
          they first appear in it.
        </Trans>
      </li>
    </ol>
    <p className="m-0 mt-3 text-sm text-pretty text-muted">
      <Trans>
        This page reads the chain from a node, not from our server, and computes everything on your device. To
        be sure that the seed was fixed before, compare its hash with the one that was shown while betting was
        open.
      </Trans>
    </p>
    <p className="m-0 mt-2 text-sm text-pretty text-muted">
      <Trans>
        What no check can rule out: an operator in league with the validator of that very block, or one who
        withholds a seed. In the second case the round is void and every stake goes back, which everybody
        sees.
      </Trans>
    </p>
  </Card>
);
