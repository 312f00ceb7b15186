// The account's current limits, a new limit and a pause; in the popup and on the page. A pause is confirmed elsewhere.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { t } from '@lingui/core/macro';
import { allowanceAt, type Limits } from '#api/limits.rules.ts';
import { useOnline } from '#lib/online.ts';
import { Absent } from '#ui/failed-view.tsx';
import { Notice, OfflineNotice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/views.tsx';
import { type PauseDays, raisedAt } from '#rules/limits.ts';
import { timeWithin } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import { adit, openAdit } from '#ui/figure.ts';
import { useNow } from '#ui/now.ts';
import { ProgressBar } from '#ui/progress.tsx';
import { BRAND } from '#lib/brand.ts';
import { useDraft } from '#lib/drafts.ts';
import { toast } from '#lib/toast.ts';
import { AmountField } from '#ui/amount-field.tsx';
import { Form } from '#ui/form.tsx';
import { Paused, PausePart } from './pause-part.tsx';
import type { UseLimits } from './use-limits.ts';
import { effectOf, isLimit, spentShare } from './limits.rules.ts';

interface LimitPartProps {
  data: Limits;
  state: UseLimits;
  online: boolean;
}

/** A new daily limit: its field, its effect and when, and removing the limit. */
function LimitChange({ data, state, online }: LimitPartProps) {
  const { i18n } = useLingui();
  const [typed, setTyped] = useDraft('limit', '');
  const valid = isLimit(typed);
  const set = async (limit: string | null) => {
    if (!(await state.limit(limit))) return;
    // What is typed stays when another limit was set: by removing it, or by keeping the current one.
    setTyped((now) => (now === limit ? '' : now));
    toast(
      effectOf(data, limit) === 'later' ? t`Your new limit starts in 24 hours` : t`Your limit is set`,
      'success',
    );
  };
  const refusal = state.refusalOf('limit')?.text;
  return (
    <Form
      className="grid gap-2"
      onSubmit={() => {
        if (valid && online) void set(typed);
      }}
    >
      <AmountField
        label={<Trans>New daily limit</Trans>}
        value={typed}
        onChange={(text) => {
          state.forget();
          setTyped(text);
        }}
        coin={BRAND.symbol}
        zero
        readOnly={state.busy === 'limit'}
        hint={<Effect data={data} typed={valid ? typed : null} />}
        error={refusal}
      />
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" size="sm" type="submit" busy={state.busy === 'limit'} disabled={!online}>
          {valid ? <Trans>Set {openAdit(typed, i18n.locale)} a day</Trans> : <Trans>Set limit</Trans>}
        </Button>
        {data.dailyBetLimit !== null && !(data.pendingAt !== null && data.pendingLimit === null) && (
          <Button
            look="ghost"
            size="sm"
            disabled={!online || state.busy !== null}
            onClick={() => void set(null)}
          >
            <Trans>Remove in 24 hours</Trans>
          </Button>
        )}
      </div>
    </Form>
  );
}

/** What the typed limit would do, before it is set. */
function Effect({ data, typed }: { data: Limits; typed: string | null }) {
  const { i18n } = useLingui();
  const now = useNow(30_000);
  if (typed === null)
    return <Trans>Lower limits start now, higher ones in 24 hours. 0 stops all bets.</Trans>;
  const from = timeWithin(raisedAt(new Date(now)), i18n.locale);
  switch (effectOf(data, typed)) {
    case 'now':
      return <Trans>Starts now.</Trans>;
    case 'later':
      return <Trans>Starts {from}. Until then your current limit holds.</Trans>;
    case 'drops':
      return <Trans>This keeps your current limit and drops the higher one.</Trans>;
    case 'same':
      return <Trans>This is your current limit.</Trans>;
  }
}

/** The daily limit: the current one, what is spent of it today, a pending higher one, and a new one. */
function LimitPart({ data, state, online }: LimitPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} className="m-0 text-base font-semibold">
        <Trans>Daily bet limit</Trans>
      </h3>
      <Standing data={data} />
      {data.pendingAt !== null && (
        <LimitPartWaiting data={data} pendingAt={data.pendingAt} state={state} online={online} />
      )}
      <LimitChange data={data} state={state} online={online} />
    </section>
  );
}

function Standing({ data }: { data: Limits }) {
  const { t: say, i18n } = useLingui();
  const { locale } = i18n;
  const allowance = allowanceAt(data, useNow(15_000));
  return (
    <div className="rounded-control bg-wash px-3.5 py-2">
      <Facts>
        <Fact label={<Trans>Daily limit</Trans>}>
          {allowance === null ? <Trans>None</Trans> : adit(allowance.limit, locale)}
        </Fact>
        <Fact label={<Trans>Spent today</Trans>}>{adit(allowance?.spent ?? data.spentToday, locale)}</Fact>
        {allowance && <Fact label={<Trans>Left today</Trans>}>{adit(allowance.left, locale)}</Fact>}
      </Facts>
      {allowance && (
        <div className="pt-1 pb-1.5">
          <ProgressBar share={spentShare(allowance)} label={say`Share of the limit spent today`} />
        </div>
      )}
      <p className="m-0 py-1 text-sm text-pretty text-muted">
        <Trans>Race bets and paid guesses count. A new day starts at midnight in Singapore.</Trans>
      </p>
    </div>
  );
}

/** A higher limit that was requested, with a button to cancel it. */
function LimitPartWaiting({ data, pendingAt, state, online }: LimitPartProps & { pendingAt: string }) {
  const { i18n } = useLingui();
  const from = timeWithin(pendingAt, i18n.locale);
  const next = data.pendingLimit === null ? '' : adit(data.pendingLimit, i18n.locale);
  const standing = data.dailyBetLimit;
  return (
    <Notice tone="amber" icon="clock">
      {data.pendingLimit === null ? (
        <Trans>Your limit ends {from}.</Trans>
      ) : (
        <Trans>
          A limit of {next} starts {from}.
        </Trans>
      )}
      {standing !== null && (
        <Button
          look="secondary"
          size="sm"
          className="mt-2"
          busy={state.busy === 'limit'}
          disabled={!online}
          onClick={() => void state.limit(standing)}
        >
          <Trans>Keep the current limit</Trans>
        </Button>
      )}
    </Notice>
  );
}

interface OwnLimitsProps {
  state: UseLimits;
  onPause: (days: PauseDays) => void;
  /** Placed between the current state and what can be changed. */
  children?: ReactNode;
}

export function OwnLimits({ state, onPause, children }: OwnLimitsProps) {
  const online = useOnline();
  const choose = (days: PauseDays) => {
    state.forget();
    onPause(days);
  };
  return (
    <LimitsKnown state={state}>
      {(data) => (
        <div className="grid gap-5">
          {!online && <OfflineNotice />}
          <Paused data={data} />
          {children}
          <LimitPart data={data} state={state} online={online} />
          <PausePart data={data} online={online} onPause={choose} refusal={state.refusalOf('pause')} />
        </div>
      )}
    </LimitsKnown>
  );
}

interface KnownProps {
  state: UseLimits;
  children: (data: Limits) => ReactNode;
}

/** The state of most accounts: reserves space while the real one loads. */
const NOTHING: Limits = {
  dailyBetLimit: null,
  pendingLimit: null,
  pendingAt: null,
  pausedUntil: null,
  spentToday: '0',
  asOf: '',
};

const BARS = [
  'h-6 w-2/5',
  'h-28 w-full',
  'h-4 w-1/3',
  'h-12 w-full',
  'h-11 w-2/5',
  'h-6 w-1/2',
  'h-11 w-full',
];

const Waiting = ({ children }: { children: ReactNode }) => (
  <div className="grid *:[grid-area:1/1]">
    <div inert className="invisible">
      {children}
    </div>
    <div className="grid animate-late content-between pb-2">
      {BARS.map((bar) => (
        <Skeleton key={bar} className={bar} />
      ))}
    </div>
  </div>
);

/** Shown until they are known: a placeholder, or the reason why they are not. */
export function LimitsKnown({ state: { limits }, children }: KnownProps) {
  if (limits.data) return children(limits.data);
  return limits.isError ? <Absent of={limits} /> : <Waiting>{children(NOTHING)}</Waiting>;
}
