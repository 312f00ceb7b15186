// Everything about a finished round: its hash, where the pool came from and went, the own guesses, and the way to check it.
import { Trans, useLingui } from '@lingui/react/macro';
import { timeText } from '#lib/time.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { Short } from '#ui/copy.tsx';
import { openAdit, useFigure } from '#ui/figure.ts';
import { Notice } from '#ui/notice.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { GuessList } from './guess-list.tsx';
import { proofAddress, type Round } from './lottery.rules.ts';
import { countText } from './lottery.words.ts';
import { LotteryHash } from './lottery-hash.tsx';

export function RoundDetails({ round }: { round: Round }) {
  return (
    <div className="grid gap-4 px-4 pt-3 pb-5 min-[720px]:grid-cols-2 min-[720px]:items-start min-[720px]:gap-x-8">
      <div className="grid gap-4">
        {round.state === 'void' && (
          <Notice>
            <Trans>
              This round could not be drawn within six hours of its close. What was paid for guesses went
              back, the rest of the pool into the next round.
            </Trans>
          </Notice>
        )}
        {round.hash !== null && <LotteryHash hash={round.hash} />}
        <Mine round={round} />
        {round.hash !== null && (
          <LinkButton to={proofAddress(round.round)}>
            <Trans>Check this draw</Trans>
          </LinkButton>
        )}
      </div>
      <div className="grid gap-4">
        <Pool round={round} />
        <Draw round={round} />
      </div>
    </div>
  );
}

function Pool({ round }: { round: Round }) {
  const { i18n } = useLingui();
  const figure = (amount: string) => openAdit(amount, i18n.locale);
  return (
    <Facts>
      <Fact label={<Trans>Rolled over from before</Trans>}>{figure(round.carried)}</Fact>
      <Fact label={<Trans>Added by permanent miners</Trans>}>{figure(round.issued)}</Fact>
      <Fact label={<Trans>Paid guesses</Trans>}>{figure(round.paid)}</Fact>
      <Fact label={<Trans>Pool</Trans>}>{figure(round.pool)}</Fact>
      <Fact label={<Trans>Guesses</Trans>}>{countText(round.guesses, i18n.locale)}</Fact>
      <Fact label={<Trans>Winning guesses</Trans>}>{countText(round.winners, i18n.locale)}</Fact>
      {round.winners > 0 && <Fact label={<Trans>For each of them</Trans>}>{figure(round.share)}</Fact>}
      <Fact label={<Trans>Went on to the next round</Trans>}>{figure(round.rolledOver)}</Fact>
    </Facts>
  );
}

function Draw({ round }: { round: Round }) {
  const { t, i18n } = useLingui();
  const { closesAt, blockNumber, txHash } = round;
  return (
    <Facts>
      <Fact label={<Trans>Closed</Trans>}>
        <time dateTime={closesAt}>{timeText(closesAt, i18n.locale)}</time>
      </Fact>
      {blockNumber !== null && (
        <Fact label={<Trans>Block</Trans>}>{countText(blockNumber, i18n.locale)}</Fact>
      )}
      {txHash !== null && (
        <Fact label={<Trans>Transaction</Trans>}>
          <Short text={txHash} label={t`Copy transaction`} className="-my-3 -mr-3" />
        </Fact>
      )}
    </Facts>
  );
}

function Mine({ round: { myGuesses, myReward, drawn } }: { round: Round }) {
  const { t } = useLingui();
  const figure = useFigure();
  if (myGuesses.length === 0) return null;
  return (
    <div>
      <h3 className="m-0 mb-2 text-sm font-semibold">
        <Trans>Your guesses</Trans>
      </h3>
      <GuessList guesses={myGuesses} drawn={drawn} label={t`Your guesses`} />
      <div className="mt-2">
        <Facts>
          <Fact label={<Trans>Your reward</Trans>}>
            {myReward === '0' ? (
              <Trans>none</Trans>
            ) : (
              <span className="text-malachite">+{figure(myReward, 18)}</span>
            )}
          </Fact>
        </Facts>
      </div>
    </div>
  );
}
