// Invite friends: the account's code and link, the team by level, and its earnings. Guests see the benefits of
// inviting.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useAway, useWaiting } from '#api/away.ts';
import { cached } from '#api/queries.ts';
import { HeroHead } from '#actions/hero-head.tsx';
import { useParam } from '#lib/navigate.ts';
import { signedInAtom } from '#lib/session.ts';
import { AsOf } from '#ui/as-of.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { Skeleton } from '#ui/views.tsx';
import { BRAND } from '#lib/brand.ts';
import { cx } from '#ui/class-names.ts';
import { PageLink } from '#ui/page-link.tsx';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { Card } from '#ui/card.tsx';
import { Button } from '#ui/button.tsx';
import { Copyable, CopyButton } from '#ui/copy.tsx';
import { EarningsView } from './earnings-view.tsx';
import { InviteView } from './invite-view.tsx';
import { MembersView } from './members-view.tsx';
import { summaryQuery } from './team.queries.ts';
import { addressOf, linkOf, type Place, placeOf } from './team.rules.ts';
import type { Invitation } from './share.ts';
import { ShareSheet } from './share-sheet.tsx';
import { Rates } from './rates.tsx';

// The top of the page: the account's code in large type, with copy, share, and controls for the whole page.

/** Just as tall before the code is known. */
function CodeHero({ code }: { code: string | undefined }) {
  const { t } = useLingui();
  const [sharing, setSharing] = useState(false);
  return (
    <Hero>
      <HeroHead>
        <Trans>Your invite code</Trans>
      </HeroHead>
      {code === undefined ? (
        <div role="status" aria-label={t`Loading`} className="py-1.5">
          <Skeleton dark className="h-9.5 w-56 animate-late" />
        </div>
      ) : (
        <p className="m-0 flex items-center gap-1">
          <Copyable
            text={code}
            className="figures text-4xl leading-tight font-semibold tracking-[0.06em] wrap-anywhere"
          >
            {code}
          </Copyable>
          <CopyButton text={code} label={t`Copy invite code`} />
        </p>
      )}
      <p className="m-0 mt-1 max-w-100 text-sm text-pretty text-mist">
        <Trans>Friends who join with it are on your team for good.</Trans>
      </p>
      <Button
        icon="share"
        className="mt-5 w-full min-[420px]:max-w-80"
        disabled={code === undefined}
        onClick={() => setSharing(true)}
      >
        <Trans>Invite friends</Trans>
      </Button>
      {code !== undefined && <Sharing code={code} open={sharing} onClose={() => setSharing(false)} />}
    </Hero>
  );
}

function Sharing(props: { code: string; open: boolean; onClose: () => void }) {
  return <ShareSheet {...props} invitation={useInvitation(props.code)} />;
}

/** What guests see: the benefits of inviting, how it works, and signing in. */
function Guest() {
  const { t } = useLingui();
  const index = useQuery(cached('GET /api/index'));
  const waiting = useWaiting(index, useQuery(cached('GET /api/game/config')));
  return (
    <>
      <Hero className="min-h-52">
        <p className="m-0 mt-3 max-w-90 text-lg leading-snug font-semibold text-balance">
          <Trans>Invite friends and get a bonus on what they mine and stake.</Trans>
        </p>
        <p className="m-0 mt-2 max-w-90 text-sm text-pretty text-mist">
          <Trans>It never comes out of theirs.</Trans>
        </p>
      </Hero>
      <Body columns>
        <div className="grid gap-3">
          <AskToConnect>
            <Trans>Connect your wallet to get your invite code.</Trans>
          </AskToConnect>
          <Card title={t`How it works`}>
            <ol className="m-0 grid list-decimal gap-2 pl-5 text-sm text-pretty marker:font-semibold">
              <li>
                <Trans>Share your invite link.</Trans>
              </li>
              <li>
                <Trans>Friends who first sign in with it join your team for good.</Trans>
              </li>
              <li>
                <Trans>Once they're verified, your hashrate goes up.</Trans>
              </li>
            </ol>
            <p className="m-0 mt-3 text-sm text-pretty text-muted">
              <Trans>Were you invited? Open that link before you connect.</Trans>
            </p>
          </Card>
        </div>
        {!waiting && index.data ? <Rates features={index.data.features} /> : <Absent of={index} lines={13} />}
      </Body>
    </>
  );
}

/** The page's three views as links in a row: the view is in the page's address, and the current one is marked. */
function ViewLinks({ view }: { view: Place['view'] }) {
  const { t } = useLingui();
  const links = [
    { view: 'invite', label: t`Invite` },
    { view: 'members', label: t`Members` },
    { view: 'earnings', label: t`Earnings` },
  ] as const;
  return (
    <nav aria-label={t`Your team`} className="flex flex-wrap rounded-card bg-white p-1.5 shadow-card">
      {links.map(({ view: name, label }) => (
        <PageLink
          key={name}
          to={addressOf({ view: name })}
          replace
          aria-current={name === view ? 'page' : undefined}
          className={cx(
            'flex min-h-11 min-w-min flex-1 items-center justify-center rounded-control px-1 text-center text-sm leading-tight font-semibold no-underline',
            name === view ? 'bg-basalt text-white' : 'text-ink hover:bg-wash',
          )}
        >
          {label}
        </PageLink>
      ))}
    </nav>
  );
}

/** What is shared in an invitation: the link, and one sentence that says what it is and who benefits. */
function useInvitation(code: string): Invitation {
  const { t } = useLingui();
  const { name } = BRAND;
  return {
    title: name,
    text: t`Join me on ${name}, a reward programme, not an investment. I get a bonus when you join. It never comes out of yours.`,
    url: linkOf(location.origin, code),
  };
}

export function Page() {
  return useAtomValue(signedInAtom) ? <Own /> : <Guest />;
}

function Own() {
  const place = placeOf(useParam('view'), useParam('level'));
  const info = useQuery(cached('GET /api/user/info'));
  const failed = info.isError && !info.data;
  const summary = useQuery(summaryQuery());
  const away = useAway(summary);
  return (
    <>
      {failed ? <Hero className="min-h-44" /> : <CodeHero code={info.data?.inviteCode} />}
      <Body>
        {failed && <Absent of={info} />}
        <ViewLinks view={place.view} />
        {away && summary.data && (
          <AsOf asOf={summary.data.asOf}>{info.data && <Trans>Your code and link still work.</Trans>}</AsOf>
        )}
        {place.view === 'invite' && <InviteView invitedBy={info.data?.invitedBy} summary={summary} />}
        {place.view === 'members' && <MembersView level={place.level} />}
        {place.view === 'earnings' && <EarningsView summary={summary} />}
      </Body>
    </>
  );
}
