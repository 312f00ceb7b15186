// The parts of home that ask the server, for guests; home-own.tsx adds a member's own. From 720 px there are two
// columns: the next step with links to all parts below it, and news and figures beside them; on a desktop the links
// have their own column.
import { type FunctionComponent, type ReactNode, startTransition, useEffect, useState } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { msg } from '@lingui/core/macro';
import { pausedAt } from '#api/limits.rules.ts';
import { hasOutbox } from '#api/outbox-record.ts';
import { cached, cachedLong, queryClient } from '#api/queries.ts';
import { PERMANENT_PRICE } from '#rules/figures.ts';
import { WHY_ENDED } from '#lib/session-end.ts';
import { signedInAtom, walletPhaseAtom } from '#lib/session.ts';
import { Card } from '#ui/card.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { useNow } from '#ui/now.ts';
import type { Output } from '#contract';
import { Example } from '#ui/example.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { Picture } from '#ui/picture.tsx';
import { Swiper } from './swiper.tsx';
import { Skeleton, SkeletonCard } from '#ui/views.tsx';
import { newsQuery } from './home.queries.ts';

const STAKING = '/pages/pledge/index';
const GAMES = '/pages/main/main';
const LOTTERY = '/pages/guessing/index';

const ENTRIES = [
  { to: '/pages/mining/index', icon: 'miner', label: msg`Miner` },
  { to: '/pages/asset/index', icon: 'assets', label: msg`Assets` },
  { to: STAKING, icon: 'staking', label: msg`Staking` },
  { to: '/pages/invite/index', icon: 'invite', label: msg`Invite` },
  { to: GAMES, icon: 'race', label: msg`Games` },
  { to: LOTTERY, icon: 'guess', label: msg`Guess` },
  { to: '/pages/buyback/index', icon: 'buyback', label: msg`Repurchase` },
  { to: '/pages/notice/index', icon: 'notice', label: msg`News` },
  { to: '/pages/airdrop/index', icon: 'gift', label: msg`Airdrop` },
] as const satisfies readonly { to: string; icon: IconName; label: unknown }[];

/** Two rows of four. */
const ROOM = 8;

/** Links to the games are hidden here for a user who has paused them; the drawer keeps them. */
function useHidden(): readonly string[] {
  const signedIn = useAtomValue(signedInAtom);
  const { data } = useQuery(cached('GET /api/index'));
  const { staking = true, lottery = true, race = true } = data?.features ?? {};
  const limits = useQuery({ ...cachedLong('GET /api/user/limits'), enabled: signedIn && (lottery || race) });
  const now = useNow(15_000);
  const paused = signedIn && limits.data !== undefined && pausedAt(limits.data, now) !== null;
  return [
    ...(staking ? [] : [STAKING]),
    ...(lottery && !paused ? [] : [LOTTERY]),
    ...((lottery || race) && !paused ? [] : [GAMES]),
  ];
}

/**
 * Links to the other parts of the app: the everyday ones, except what is switched off here and games while they are
 * paused. Pages needed only once are in the drawer, and are shown here if there is room.
 */
export function Entries() {
  const { t, i18n } = useLingui();
  const hidden = useHidden();
  const shown = ENTRIES.filter(({ to }) => !hidden.includes(to)).slice(0, ROOM);
  return (
    <nav aria-label={t`All parts`} className="@container rounded-card bg-white p-2 shadow-card">
      <ul className="m-0 grid list-none grid-cols-4 gap-1 p-0 @max-[14rem]:grid-cols-2 max-[359px]:gap-x-0">
        {shown.map(({ to, icon, label }) => (
          <li key={to}>
            <PageLink
              to={to}
              className="flex min-h-20 flex-col items-center justify-center gap-1.5 rounded-control px-0.5 text-center text-xs leading-tight font-medium max-[359px]:px-0 transition-transform duration-press hover:bg-wash active:scale-95 active:bg-wash"
            >
              <Icon name={icon} size={26} className="text-basalt-3" />
              {i18n._(label)}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

// The announcement pinned by the operator, in two lines at most, and the banners.

/** Its space is reserved before it arrives. */
export function Pinned() {
  const { data, isError } = useQuery(newsQuery());
  const article = data?.pinned;
  if (article)
    return (
      <PageLink
        to={`/pages/notice/details?id=${article.id}`}
        lang={article.lang}
        className="flex min-h-14 items-center gap-2.5 rounded-card bg-white px-4 text-base text-ink no-underline shadow-card transition-transform duration-press active:scale-[0.99]"
      >
        <Icon name="notice" size={20} className="shrink-0 text-amber-deep" />
        <span className="sr-only">
          <Trans>Pinned:</Trans>{' '}
        </span>
        <span className="line-clamp-2 min-w-0 grow leading-tight font-medium">{article.title}</span>
        <Icon name="next" size={18} className="shrink-0 text-muted" />
      </PageLink>
    );
  if (data || isError) return null;
  return (
    <div className="flex min-h-14 items-center rounded-card bg-white px-4 shadow-card">
      <Skeleton className="h-4 w-3/5" />
    </div>
  );
}

type Banner = Output<'GET /api/index'>['banners'][number];

/** The title is below its picture, or beside it where there is room. */
function BannerLink({ image, articleId, lang, title }: Banner) {
  return (
    <PageLink
      to={`/pages/notice/details?id=${articleId}`}
      lang={lang}
      draggable={false}
      className="@container block w-full overflow-hidden rounded-card bg-basalt text-white no-underline shadow-card"
    >
      <span className="flex flex-col @min-[640px]:flex-row">
        <Picture src={image} alt="" className="w-full shrink-0 @min-[640px]:w-1/2" />
        <span className="flex min-h-14 items-center px-4 py-2 @min-[640px]:px-8">
          <span className="line-clamp-2 text-base leading-snug font-semibold text-pretty @min-[640px]:line-clamp-3 @min-[640px]:text-lg">
            {title}
          </span>
        </span>
      </span>
    </PageLink>
  );
}

/** As tall as one banner; dots and arrows appear when there are several. */
const Loading = () => (
  <div className="@container overflow-hidden rounded-card bg-white shadow-card">
    <div className="flex flex-col @min-[640px]:flex-row">
      <Skeleton className="aspect-video w-full rounded-none @min-[640px]:w-1/2" />
      <Skeleton className="m-5 h-4 w-3/5" />
    </div>
  </div>
);

/** The operator's banners: each a picture with the title of the announcement that it links to. */
function Banners() {
  const { t } = useLingui();
  const { data, isError } = useQuery(cached('GET /api/index'));
  if (!data) return isError ? null : <Loading />;
  const slides = data.banners.map((banner, at) => ({
    key: `${at + 1} ${banner.image} ${banner.articleId}`,
    name: banner.title,
    view: <BannerLink {...banner} />,
  }));
  return <Swiper label={t`Highlights`} slides={slides} />;
}

function Step({ number, title, children }: { number: number; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3.5">
      <span className="figures flex size-8 shrink-0 items-center justify-center rounded-full bg-basalt text-sm font-semibold text-amber">
        {number}
      </span>
      <span>
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-pretty text-muted">{children}</span>
      </span>
    </li>
  );
}

/** What newcomers can expect, in three steps. */
function HowItWorks() {
  const { t } = useLingui();
  const price = `${PERMANENT_PRICE} USDT`;
  return (
    <Card title={t`How it works`}>
      <ol className="m-0 grid list-none gap-4 p-0">
        <Step number={1} title={<Trans>Connect and verify</Trans>}>
          <Trans>Sign one readable message with your wallet, then verify your identity. Both are free.</Trans>
        </Step>
        <Step number={2} title={<Trans>Start your trial miner</Trans>}>
          <Trans>It runs for 24 hours and produces your first reward.</Trans>
        </Step>
        <Step number={3} title={<Trans>Claim, then decide</Trans>}>
          <Trans>
            Keep mining for {price}, or free once a friend you invited is verified. Or stop: you owe nothing.
          </Trans>
        </Step>
      </ol>
    </Card>
  );
}

/** The banners as one landmark, as wide as two columns. */
export function News() {
  const { t } = useLingui();
  return (
    <section aria-label={t`Announcements`} className="min-w-0 empty:hidden min-[720px]:col-span-2">
      <Banners />
    </section>
  );
}

/** For a user whose session here has just ended: why. The button to sign in again is above. */
function Ended() {
  const { i18n } = useLingui();
  const why = WHY_ENDED[useAtomValue(walletPhaseAtom)];
  if (why === undefined) return null;
  return (
    <Card>
      <p className="m-0 flex items-start gap-3 text-sm text-pretty">
        <Icon name="wallet" size={22} className="shrink-0 text-amber-ink" />
        {i18n._(why)}
      </p>
    </Card>
  );
}

/** Its texts are loaded with it (home.page.tsx). */
export const Queries = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

export const Sample = () => (
  <Queries>
    <Example />
  </Queries>
);

export const Beside = ({ children }: { children: ReactNode }) => (
  <div className="grid min-w-0 gap-3 empty:hidden min-[720px]:col-start-2 min-[720px]:row-span-2 min-[720px]:row-start-1 min-[1024px]:col-start-3">
    {children}
  </div>
);

const Nothing: FunctionComponent = () => null;

/** Few guests have actions queued on this device: the code that counts them is loaded only for those. */
async function loadUnsent(): Promise<FunctionComponent> {
  if (!(await hasOutbox())) return Nothing;
  return import('./queue-mark.tsx').then(
    ({ UnsentCard }) => UnsentCard,
    () => Nothing,
  );
}

/** Shown once it is known what is queued, so that nothing is pushed down. */
export function LiveGuest() {
  const [Unsent, setUnsent] = useState<FunctionComponent>();
  useEffect(() => void loadUnsent().then((Card) => startTransition(() => setUnsent(() => Card))), []);
  if (!Unsent) return <SkeletonCard lines={6} />;
  return (
    <Queries>
      <Beside>
        <Ended />
        <Unsent />
        <HowItWorks />
        <Pinned />
      </Beside>
      <Entries />
      <News />
    </Queries>
  );
}
