// Finished rounds of the lottery, newest first: what was drawn, where the pool came from and where it went.
import { DRAW_VOID_HOURS } from '#rules/figures.ts';
import { dayText } from '#lib/day.ts';
import { useNextPage } from '#api/next-page.ts';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAway } from '#api/away.ts';
import { go } from '#lib/navigate.ts';
import { AsOf } from '#ui/as-of.tsx';
import { Card, Fact, Facts, Tag } from '#ui/card.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Body } from '#ui/hero.tsx';
import { More } from '#ui/more.tsx';
import { EmptyState, Skeleton } from '#ui/views.tsx';
import { openAdit, useFigure, usualDecimals } from '#ui/figure.ts';
import { Icon } from '#ui/icon.tsx';
import { DigitChips } from '#ui/digit-chips.tsx';
import { timeText } from '#lib/time.ts';
import { Short } from '#ui/copy.tsx';
import { Notice } from '#ui/notice.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { roundsQuery } from './lottery.queries.ts';
import { useLottery } from './use-lottery.ts';
import { fateOf, proofAddress, type Round } from './lottery.rules.ts';
import { countText } from '#lib/amounts.ts';
import { GuessList } from './guess-list.tsx';
import { LotteryHash } from './lottery-hash.tsx';

/**
 * Everything about a finished round: its hash, where the pool came from and where it went, the account's guesses, and
 * the link to check it.
 */
function RoundDetails({ round }: { round: Round }) {
  return (
    <div className="grid gap-4 px-4 pt-3 pb-5 min-[720px]:grid-cols-2 min-[720px]:items-start min-[720px]:gap-x-8">
      <div className="grid gap-4">
        {round.state === 'void' && (
          <Notice>
            <Trans>
              Void: it couldn't be drawn within {DRAW_VOID_HOURS} hours. Paid guesses were refunded, the rest
              rolled over.
            </Trans>
          </Notice>
        )}
        {round.hash !== null && <LotteryHash hash={round.hash} />}
        <RoundDetailsMine round={round} />
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
      <Fact label={<Trans>Rolled over</Trans>}>{figure(round.carried)}</Fact>
      <Fact label={<Trans>Added by miners</Trans>}>{figure(round.issued)}</Fact>
      <Fact label={<Trans>Paid guesses</Trans>}>{figure(round.paid)}</Fact>
      <Fact label={<Trans>Pool</Trans>}>{figure(round.pool)}</Fact>
      <Fact label={<Trans>Guesses</Trans>}>{countText(round.guesses, i18n.locale)}</Fact>
      <Fact label={<Trans>Winning guesses</Trans>}>{countText(round.winners, i18n.locale)}</Fact>
      {round.winners > 0 && <Fact label={<Trans>Each won</Trans>}>{figure(round.share)}</Fact>}
      <Fact label={<Trans>Carried forward</Trans>}>{figure(round.rolledOver)}</Fact>
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
          <Short text={txHash} label={t`Copy transaction hash`} className="-my-3 -mr-3" />
        </Fact>
      )}
    </Facts>
  );
}

function RoundDetailsMine({ round: { myGuesses, myReward, drawn } }: { round: Round }) {
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
          <Fact label={<Trans>Your prize</Trans>}>
            {myReward === '0' ? (
              <Trans>None</Trans>
            ) : (
              <span className="text-malachite">+{figure(myReward, Infinity)}</span>
            )}
          </Fact>
        </Facts>
      </div>
    </div>
  );
}

/** Decimals of a row's pool; an expanded row shows all of them. */
const DECIMALS = 2;

/** A finished round: its day, digits, pool and outcome; everything else when it is expanded. */
function RoundRow({ round }: { round: Round }) {
  const { t, i18n } = useLingui();
  // Its content is rendered when it is first expanded.
  const [opened, setOpened] = useState(false);
  return (
    <li>
      <details
        className="group"
        onToggle={(event) => {
          if (event.currentTarget.open) setOpened(true);
        }}
      >
        <summary className="flex min-h-20 cursor-pointer items-center gap-2 px-4 py-3 transition-colors hover:bg-wash focus-visible:-outline-offset-3 active:bg-wash">
          <span className="grid min-w-0 grow gap-y-1.5">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <time dateTime={round.round} className="text-base font-semibold">
                {dayText(round.round, i18n.locale)}
              </time>
              <span className="figures ml-auto text-right text-base font-semibold wrap-anywhere">
                <span className="sr-only">{t`Pool`}</span> {openAdit(round.pool, i18n.locale, DECIMALS)}
              </span>
            </span>
            <span className="flex min-h-8 items-center justify-between gap-3">
              {round.drawn ? (
                <DigitChips digits={round.drawn} tone="drawn" label={t`Drawn:`} />
              ) : (
                <span className="text-xs text-muted">
                  <Trans>Not drawn</Trans>
                </span>
              )}
              <Became round={round} />
            </span>
            {round.myGuesses.length > 0 && <Mine round={round} />}
          </span>
          <Icon
            name="down"
            size={18}
            className="-mr-1 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        {opened && <RoundDetails round={round} />}
      </details>
    </li>
  );
}

function Became({ round }: { round: Round }) {
  const { i18n } = useLingui();
  const fate = fateOf(round);
  const each = openAdit(round.share, i18n.locale, usualDecimals(round.share));
  if (fate === 'void')
    return (
      <Tag tone="quiet">
        <Trans>Void</Trans>
      </Tag>
    );
  return (
    <span className="figures text-right text-xs text-muted">
      {fate === 'idle' ? (
        <Trans>No guesses</Trans>
      ) : fate === 'rolled' ? (
        <Trans>Nobody won</Trans>
      ) : (
        <Plural value={round.winners} one={`# winner: ${each}`} other={`# winners: ${each} each`} />
      )}
    </span>
  );
}

function Mine({ round: { myGuesses, myReward, state } }: { round: Round }) {
  const figure = useFigure();
  return (
    <span className="figures flex items-baseline justify-between gap-3 text-xs">
      <span className="text-muted">
        <Plural value={myGuesses.length} one="You: # guess" other="You: # guesses" />
      </span>
      {myReward !== '0' ? (
        <span className="font-semibold text-malachite">
          <Trans>won {figure(myReward)}</Trans>
        </span>
      ) : (
        state === 'settled' && (
          <span className="text-muted">
            <Trans>nothing won</Trans>
          </span>
        )
      )}
    </span>
  );
}

export function Page() {
  const { off } = useLottery();
  const rounds = useInfiniteQuery(roundsQuery());
  const next = useNextPage(rounds);
  const away = useAway(rounds);
  const asOf = away ? rounds.data?.pages[0]?.asOf : undefined;
  const rows = rounds.data?.pages.flatMap(({ items }) => items);
  return (
    <Body overlap={false}>
      {asOf !== undefined && <AsOf asOf={asOf} />}
      {rows === undefined ? (
        rounds.isError ? (
          <Absent of={rounds} />
        ) : (
          <Loading />
        )
      ) : rows.length === 0 ? (
        <Nothing off={off} />
      ) : (
        <>
          <ul className="m-0 list-none divide-y divide-line overflow-clip rounded-card bg-white p-0 shadow-card">
            {rows.map((round) => (
              <RoundRow key={round.round} round={round} />
            ))}
          </ul>
          {rounds.hasNextPage && (
            <More failed={next.failed} busy={next.busy} onMore={next.ask}>
              <Trans>Show older rounds</Trans>
            </More>
          )}
        </>
      )}
    </Body>
  );
}

function Nothing({ off }: { off: boolean }) {
  const { t } = useLingui();
  return (
    <Card>
      <EmptyState
        icon="guess"
        title={t`No round has been drawn yet`}
        {...(!off && {
          action: { label: t`Go to open round`, onClick: () => void go('/pages/guessing/index') },
        })}
      >
        <Trans>Rounds are drawn every day at 8:00 PM in Singapore.</Trans>
      </EmptyState>
    </Card>
  );
}

const ROWS = ['one', 'two', 'three', 'four', 'five', 'six'];

function Loading() {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`} className="animate-late">
      <div className="divide-y divide-line rounded-card bg-white shadow-card">
        {ROWS.map((row) => (
          <div key={row} className="flex h-20 items-center justify-between px-4">
            <Skeleton className="h-9 w-28" />
            <Skeleton className="h-9 w-24" />
          </div>
        ))}
      </div>
    </div>
  );
}
