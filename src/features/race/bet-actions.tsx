// The buttons of the bet sheet, and why nothing was placed, where the hand is.
import { Trans, useLingui } from '@lingui/react/macro';
import { openPopup } from '#lib/popups.ts';
import { clockText } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Notice, OfflineNotice } from '#ui/notice.tsx';
import { totalOf } from './bet.rules.ts';
import { openAdit } from '#ui/figure.ts';
import type { Config } from './race.rules.ts';
import { problemText } from './race.words.ts';
import { pausedText, refusalOf } from './refusal.ts';
import type { Betting } from './use-bet.ts';

interface ActionsProps {
  bet: Betting;
  terms: { config: Config; balance: string } | undefined;
  onClose: () => void;
}

export function BetActions({ bet, terms, onClose }: ActionsProps) {
  const { i18n } = useLingui();
  if (bet.done || !terms)
    return (
      <Button look="secondary" wide onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    );
  const total = openAdit(totalOf(bet.bets), i18n.locale);
  return (
    <>
      <Button look="ghost" wide onClick={onClose}>
        <Trans>Cancel</Trans>
      </Button>
      <Button wide busy={bet.busy} disabled={!bet.busy && !bet.ready} onClick={bet.confirm}>
        <Trans>Bet {total}</Trans>
      </Button>
      {bet.online ? <Why bet={bet} terms={terms} /> : <OfflineNotice />}
    </>
  );
}

/** A refusal of the server first, then what the page knows by itself. */
function Why({ bet, terms }: { bet: Betting; terms: { config: Config; balance: string } }) {
  const { i18n } = useLingui();
  const { problem, failed, lost, phase, pausedUntil, busy } = bet;
  if (busy) return null;
  if (failed) {
    const about = { balance: terms.balance, round: failed.round };
    const { text, limits } = refusalOf(failed.error, about, i18n.locale);
    return (
      <Notice tone={lost ? 'amber' : 'bad'} icon="warn" alert>
        {text}
        {limits && <ToLimits />}
      </Notice>
    );
  }
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
      <Trans>
        Betting is closed. Your lanes and amounts are kept for the next race, which opens in {clock}.
      </Trans>
    </Notice>
  );
}
