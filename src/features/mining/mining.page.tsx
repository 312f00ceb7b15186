// Miner management: the shaft with the live cycle, the next step, earnings and hashrate.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect } from 'react';
import { useAway, useWaiting } from '#api/away.ts';
import { stale } from '#api/changes.ts';
import { cached, cachedLong } from '#api/queries.ts';
import { signedInAtom } from '#lib/session.ts';
import { AsOf } from '#ui/as-of.tsx';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { PageLoading } from '#ui/page-loading.tsx';
import { useAt, useNow } from '#ui/now.ts';
import { Skeleton } from '#ui/views.tsx';
import { daysOf } from '#lib/chart-days.ts';
import { DaysChart } from '#ui/days-chart.tsx';
import { openPopup } from '#lib/popups.ts';
import { Icon } from '#ui/icon.tsx';
import { ReminderOffer } from '#ui/reminder-offer.tsx';
import { ReminderWords } from '#ui/reminder-words.tsx';
import { CYCLE_HOURS } from '#rules/figures.ts';
import { spanOf } from '#rules/mining.ts';
import { amountText } from '#lib/amounts.ts';
import { percentText } from '#lib/percent.ts';
import { BRAND } from '#lib/brand.ts';
import { areAmountsHidden } from '#lib/hide-amounts.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { Button } from '#ui/button.tsx';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { FigureWaits } from '#ui/figure-place.tsx';
import { Missing } from '#ui/try-again.tsx';
import { MinerAction } from './miner-action.tsx';
import { Earnings, Honesty } from './miner-facts.tsx';
import { MinerHero } from './miner-hero.tsx';
import { claimsQuery } from './mining.queries.ts';
import { type Miner, outputOf, stateAt } from './mining.rules.ts';
import { Shaft } from '#ui/shaft.tsx';
import { bonusLevels, type Hashrate, sharesOf } from './hashrate.rules.ts';

const { symbol } = BRAND;

const COLOURS = { gifted: 'bg-basalt-3', purchased: 'bg-amber', team: 'bg-malachite' };
type Source = keyof typeof COLOURS;

/** The hashrate by source, as a drawing and in figures, with links to buy more and to sell purchased hashrate back. */
function HashrateCard({ miner }: { miner: Miner | undefined }) {
  const { i18n } = useLingui();
  const { data: config } = useQuery(cachedLong('GET /api/mining/config'));
  const hashrate = useQuery(cached('GET /api/mining/power'));
  const { data: ownHashrate, isError } = hashrate;
  const figure = (amount: string | undefined) =>
    amount === undefined ? (
      <FigureWaits failed={isError} className="inline-block h-4 w-14 align-middle" />
    ) : (
      <AnimatedNumber value={amount} />
    );
  const perHour = miner && amountText(miner.outputPerHour, i18n.locale);
  return (
    <Card title={<Trans>Hashrate</Trans>}>
      <p className="figures m-0 text-2xl leading-tight font-semibold">{figure(ownHashrate?.power)}</p>
      <Seam ownHashrate={ownHashrate} />
      <Facts>
        <Fact label={<Part of="gifted" text={<Trans>Gifted</Trans>} />}>{figure(ownHashrate?.gifted)}</Fact>
        <Fact label={<Part of="purchased" text={<Trans>Purchased</Trans>} />}>
          {figure(ownHashrate?.purchased)}
        </Fact>
        {(config ? bonusLevels(config, ownHashrate?.bonus) : []).map(({ level, share, hashrate: part }) => (
          <Fact key={level} label={<Part of="team" text={<TeamLevel level={level} share={share} />} />}>
            {figure(part)}
          </Fact>
        ))}
        {miner && (
          <>
            <Fact label={<Trans>Output per hour</Trans>}>
              {perHour} {symbol}
            </Fact>
            <Fact label={<Trans>Cycle length</Trans>}>
              <Plural value={miner.validHours} one="# hour" other="# hours" />
            </Fact>
          </>
        )}
      </Facts>
      <Missing of={hashrate} />
      <Notes miner={miner} ownHashrate={ownHashrate} />
      <div className="mt-4 grid grid-cols-2 gap-2">
        <Button
          look="secondary"
          icon="plus"
          className="px-3"
          disabled={!ownHashrate}
          onClick={() => openPopup('hashrateBuy', {})}
        >
          <Trans>Buy</Trans>
        </Button>
        <Button
          look="secondary"
          icon="refund"
          className="px-3"
          disabled={!ownHashrate}
          onClick={() => openPopup('hashrateSell', {})}
        >
          <Trans>Sell back</Trans>
        </Button>
      </div>
    </Card>
  );
}

function TeamLevel({ level, share }: { level: number; share: number }) {
  const { i18n } = useLingui();
  const percent = percentText(share, i18n.locale);
  return (
    <Trans>
      Team, level {level} ({percent})
    </Trans>
  );
}

const Part = ({ of, text }: { of: Source; text: ReactNode }) => (
  <span className="inline-flex items-center gap-2">
    <span aria-hidden="true" className={cx('size-2.5 shrink-0 rounded-full', COLOURS[of])} />
    {text}
  </span>
);

/** The parts as layers of one seam; the figures below say the same as text. */
function Seam({ ownHashrate }: { ownHashrate: Hashrate | undefined }) {
  const shares = ownHashrate && !areAmountsHidden() && sharesOf(ownHashrate);
  return (
    <div aria-hidden="true" className="mt-2 mb-1 flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-line">
      {shares &&
        (['gifted', 'purchased', 'team'] as const).map((source) => (
          <span
            key={source}
            className={cx('transition-[width] duration-grow ease-out-soft', COLOURS[source])}
            style={{ width: `${shares[source] * 100}%` }}
          />
        ))}
    </div>
  );
}

interface NotesProps {
  miner: Miner | undefined;
  ownHashrate: Hashrate | undefined;
}

function Notes({ miner, ownHashrate }: NotesProps) {
  const { i18n } = useLingui();
  const inCycle = miner && miner.startedAt !== null ? miner.hashrate : undefined;
  const running = amountText(inCycle ?? '0', i18n.locale);
  const differs = ownHashrate !== undefined && ownHashrate.power !== inCycle;
  return (
    <p className="m-0 mt-2 text-sm text-pretty text-muted">
      {inCycle !== undefined &&
        (differs ? (
          <Trans>This cycle keeps the {running} hashrate it started with.</Trans>
        ) : (
          <Trans>A cycle keeps the hashrate it started with.</Trans>
        ))}{' '}
      {ownHashrate?.gifted !== '0' && <Trans>Gifted hashrate is yours for good but can't be sold.</Trans>}
    </p>
  );
}

/** Reminders on the miner page: their state, in a line that opens their sheet, and the one-time offer. */
function ReminderCard({ running }: { running: boolean }) {
  return (
    <section className="rounded-card bg-white px-4 py-2 shadow-card">
      <button
        type="button"
        onClick={() => openPopup('reminders', {})}
        className="flex min-h-12 w-full items-center gap-3 rounded-control text-left"
      >
        <Icon name="bell" size={22} className="shrink-0 text-muted" />
        <span className="min-w-0 grow">
          <span className="block text-base font-semibold">
            <Trans>Reminders</Trans>
          </span>
          <span className="block text-xs leading-snug text-muted">
            <ReminderWords />
          </span>
        </span>
        <Icon name="next" size={18} className="shrink-0 text-muted" />
      </button>
      {running && <ReminderOffer className="border-t border-line pt-3 pb-2" />}
    </section>
  );
}

/** What was claimed on each of the last 30 days, as a chart. */
function OutputChart() {
  const { t } = useLingui();
  const claims = useQuery(claimsQuery());
  const now = useNow(60_000);
  return (
    <DaysChart
      label={t`Rewards, last 30 days`}
      series={[{ name: t`Mining`, tone: 'amber' }]}
      data={claims.data && daysOf(claims.data.items, now)}
      of={claims}
    >
      <Trans>No claims in the last 30 days.</Trans>
    </DaysChart>
  );
}

/** Another device or the time machine may change the miner while the page is open. */
const ASK_AGAIN_MS = 60_000;

export function Page() {
  return useAtomValue(signedInAtom) ? <Own /> : <Guest />;
}

function Own() {
  const miner = useQuery({ ...cached('GET /api/mining/index'), refetchInterval: ASK_AGAIN_MS });
  const away = useAway(miner);
  // Their cards are between others: the page waits for them, so that nothing moves when they arrive.
  const waiting = useWaiting(
    miner,
    useQuery(cachedLong('GET /api/mining/config')),
    useQuery(cached('GET /api/mining/power')),
    useQuery(claimsQuery()),
  );
  if (waiting || miner.isPending) return <Loading />;
  if (miner.data) return <Working miner={miner.data} asOf={away ? miner.data.asOf : undefined} />;
  return (
    <>
      <Hero className="min-h-44" />
      <Cards>
        <Absent of={miner} />
      </Cards>
    </>
  );
}

interface CardsProps {
  miner?: Miner;
  running?: boolean;
  /** The first cards. */
  children: ReactNode;
}

const Cards = ({ miner, running = false, children }: CardsProps) => (
  <Body columns>
    <div className="grid gap-3">
      {children}
      <ReminderCard running={running} />
      {miner && <Earnings miner={miner} />}
      <OutputChart />
    </div>
    <div className="grid gap-3">
      <HashrateCard miner={miner} />
      <Honesty />
    </div>
  </Body>
);

interface WorkingProps {
  miner: Miner;
  /** The time of the miner's data, while nothing newer can be fetched. */
  asOf: string | undefined;
}

function Working({ miner, asOf }: WorkingProps) {
  const { data: config } = useQuery(cachedLong('GET /api/mining/config'));
  const span = spanOf(miner);
  const output = config && outputOf(miner.hashrate, config);
  const state = useAt((now) => stateAt(miner, span, now));
  const ahead = state !== miner.state;
  useEffect(() => {
    if (ahead) void stale('GET /api/mining/index');
  }, [ahead]);
  return (
    <>
      <Hero>
        <MinerHero miner={miner} span={span} output={output} />
      </Hero>
      <Cards miner={miner} running={state === 'running'}>
        {asOf !== undefined && (
          <AsOf asOf={asOf}>{state === 'running' && <Trans>Your miner keeps running.</Trans>}</AsOf>
        )}
        <MinerAction miner={miner} span={span} output={output} state={state} />
      </Cards>
    </>
  );
}

const Loading = () => (
  <PageLoading hero="min-h-100" lines={[3, 5]}>
    <Skeleton dark className="mt-16 h-5 w-40" />
    <Skeleton dark className="mt-4 h-9 w-52" />
    <Skeleton dark className="mt-8 h-6 w-32" />
  </PageLoading>
);

function Guest() {
  const { t } = useLingui();
  if (useWaiting(useQuery(cachedLong('GET /api/mining/config')))) return <Loading />;
  return (
    <>
      <Hero>
        <div className="flex justify-center">
          <Shaft
            hours={CYCLE_HOURS}
            share={0}
            mode="idle"
            label={t`The shaft of a miner, with its lamp at the mouth`}
            className="h-[316px] w-[120px]"
          />
        </div>
      </Hero>
      <Body columns>
        <AskToConnect>
          <Trans>Connect your wallet to see your miner and hashrate.</Trans>
        </AskToConnect>
        <Honesty />
      </Body>
    </>
  );
}
