// The bet sheet: a final review of lanes, stakes and outcomes, then the receipt. Each opening starts over.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { errorText, isClaimOnly, isRefusal } from '#api/errors.ts';
import { cached, cachedLong } from '#api/queries.ts';
import { eachOpening } from '#ui/each-opening.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Notice, OfflineNotice, OutcomeNotice } from '#ui/notice.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import type { Output } from '#contract';
import { BRAND } from '#lib/brand.ts';
import { clockText } from '#lib/time.ts';
import { ConfirmActions } from '#ui/confirm.tsx';
import { adit, openAdit, useOwn } from '#ui/figure.ts';
import { Receipt, ReceiptActions } from '#ui/receipt.tsx';
import { openPopup, type PopupProps } from '#lib/popups.ts';
import { BetTerms } from './bet-terms.tsx';
import { openingQuery } from './race.queries.ts';
import { type Betting, useBet } from './use-bet.ts';
import { useBalance } from '#actions/stakes.ts';
import { outcomeOf, totalOf } from './bet.rules.ts';
import { betOn, type Config } from './race.rules.ts';
import { chanceText, gainText, problemText, raceTime } from './race.words.ts';
import { pausedText, refusalOf } from './refusal.ts';

interface ActionsProps {
  bet: Betting;
  terms: { config: Config; balance: string };
  onClose: () => void;
}

/** The buttons of the bet sheet, and next to them why nothing was placed. */
function BetActions({ bet, terms, onClose }: ActionsProps) {
  const { i18n } = useLingui();
  const total = openAdit(totalOf(bet.bets), i18n.locale);
  return (
    <ConfirmActions
      onConfirm={bet.confirm}
      onCancel={onClose}
      busy={bet.busy}
      disabled={!bet.ready}
      notice={<Why bet={bet} terms={terms} />}
    >
      <Trans>Bet {total}</Trans>
    </ConfirmActions>
  );
}

/** The server's refusal takes precedence over what the page itself knows. */
function Why({ bet, terms }: { bet: Betting; terms: { config: Config; balance: string } }) {
  const { i18n } = useLingui();
  const { problem, failed, lost, phase, pausedUntil, busy } = bet;
  if (busy) return null;
  if (failed) {
    const about = { balance: terms.balance, round: failed.round };
    const { text, limits } = refusalOf(failed.error, about, i18n.locale);
    return (
      <OutcomeNotice lost={lost}>
        {text}
        {limits && <ToLimits />}
      </OutcomeNotice>
    );
  }
  if (!bet.online) return <OfflineNotice />;
  if (pausedUntil !== null)
    return (
      <Notice tone="amber" icon="clock">
        {pausedText(pausedUntil, i18n.locale)}
        <ToLimits />
      </Notice>
    );
  if (phase && phase.kind !== 'open') return <Closed left={(phase.until ?? bet.now) - bet.now} />;
  if (!problem) return null;
  const lane = 'lane' in problem ? problem.lane : undefined;
  const coin = terms.config.lanes.find((each) => each.lane === lane)?.coin ?? '';
  return (
    <Notice tone="bad" icon="warn" alert>
      {problemText(problem, { ...terms, coin }, i18n.locale)}
      {problem.kind === 'limit' && <ToLimits />}
    </Notice>
  );
}

const ToLimits = () => (
  <button
    type="button"
    onClick={() => openPopup('limits', {})}
    className="mt-1 block min-h-11 font-semibold underline"
  >
    <Trans>Playing within limits</Trans>
  </button>
);

function Closed({ left }: { left: number }) {
  const clock = clockText(left);
  return (
    <Notice tone="amber" icon="clock">
      <Trans>Betting is closed. Your bet is kept for the next race, in {clock}.</Trans>
    </Notice>
  );
}

/** The placed bet. The balance is not included. */
function useReceipt(done: Output<'POST /api/game/coining'> | undefined, config: Config | undefined) {
  const { t, i18n } = useLingui();
  const own = useOwn();
  if (!done || !config) return undefined;
  const { round, bets } = done;
  const lanes = config.lanes.filter(({ lane }) => betOn(bets, lane) !== undefined);
  const { won, lost } = outcomeOf(bets, config);
  return {
    coin: BRAND.symbol,
    lead: t`You bet`,
    figure: adit(totalOf(bets), i18n.locale),
    facts: [
      { label: t`Race`, text: raceTime(round, i18n.locale) },
      { label: t`Lanes`, text: lanes.map(({ coin }) => coin).join(', ') },
      { label: t`Chance one of your lanes wins`, text: chanceText(bets, config, i18n.locale) },
      { label: t`If one of your lanes wins`, text: gainText(won, own.signed) },
      ...(lost === null ? [] : [{ label: t`If none of yours wins`, text: own.signed(lost) }]),
    ],
  };
}

function Opening({ open, onClose }: PopupProps<'raceBet'>) {
  const opening = useQuery({ ...openingQuery(), enabled: open });
  const config = useQuery({ ...cachedLong('GET /api/game/config'), enabled: open });
  const assets = useQuery({ ...cached('GET /api/assets/list'), enabled: open });
  // What is left of the user's limit may have changed on another device.
  useQuery({ ...cached('GET /api/user/limits'), enabled: open, staleTime: 0 });
  const balance = useBalance();
  const bet = useBet({ race: opening.data, config: config.data, balance, open });
  const failed = [opening, config, assets].find((each) => each.isError && !each.data);
  const off = isRefusal(bet.failed?.error, 'forbidden') && !isClaimOnly(bet.failed.error);
  const { i18n } = useLingui();
  const { round } = bet;
  const receipt = useReceipt(bet.done, config.data);
  const time = round === undefined ? '' : raceTime(round, i18n.locale);
  const terms =
    !off && opening.data && config.data && balance !== undefined
      ? { race: opening.data, config: config.data, balance }
      : undefined;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={receipt ? <Trans>Bet placed</Trans> : <Trans>Bet on the race at {time}</Trans>}
      actions={
        receipt ? (
          <ReceiptActions content={receipt} onDone={onClose} />
        ) : (
          terms && <BetActions bet={bet} terms={terms} onClose={onClose} />
        )
      }
    >
      {receipt ? (
        <Receipt {...receipt} />
      ) : terms ? (
        <BetTerms bet={bet} {...terms} />
      ) : off ? (
        <EmptyState icon="race" title={<Trans>The race is switched off</Trans>}>
          <Trans>Nothing was placed.</Trans>
        </EmptyState>
      ) : failed && !bet.online ? (
        <OfflineNotice />
      ) : failed ? (
        <FailedView
          message={errorText(failed.error)}
          onRetry={() => void Promise.all([opening.refetch(), config.refetch(), assets.refetch()])}
        />
      ) : (
        <SkeletonCard lines={8} />
      )}
    </Sheet>
  );
}

export const Popup = eachOpening(Opening);
