// How to reach the operator, with copy and open buttons for each way, and what support never asks for.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useAway } from '#api/away.ts';
import { errorText } from '#api/errors.ts';
import { cached } from '#api/queries.ts';
import { type Link, walletAtom } from '#lib/session.ts';
import { AsOf } from '#ui/as-of.tsx';
import { Card } from '#ui/card.tsx';
import { CopyButton } from '#ui/copy.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import { Drawing, Icon } from '#ui/icon.tsx';
import { contactLink, type LinkKind } from './links.rules.ts';

/** On a 24-pixel grid with round strokes of 1.75, like the common icons. */
const PATHS = {
  mail: 'M4.500 6h15a1.500 1.500 0 0 1 1.500 1.500v9a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 16.500v-9A1.500 1.500 0 0 1 4.500 6zM3.500 7l8.500 6.500L20.500 7',
  phone:
    'M6 3.500h3l1.500 4.500-2 1.500a12 12 0 0 0 6 6l1.500-2 4.500 1.500v3a2 2 0 0 1-2 2A15.500 15.500 0 0 1 4 5.500a2 2 0 0 1 2-2z',
  telegram: 'M20.500 4 3.500 11l5.500 2 2 6 3-4 4.500 3zM9 13l11.500-9L14 15',
};

/** Icons of contact links, separate from the common set, which is part of the first screen. */
function LinkIcon({ kind }: { kind: LinkKind }) {
  if (kind === 'web') return <Icon name="link" size={22} />;
  if (kind === 'text') return <Icon name="contact" size={22} />;
  return <Drawing path={PATHS[kind]} size={22} />;
}

export function Page() {
  const { t } = useLingui();
  const asked = useQuery(cached('GET /api/links'));
  const { data, error } = asked;
  const away = useAway(asked);
  // Data loaded at app start is available offline too.
  const { linkList } = useAtomValue(walletAtom);
  const links = data?.links ?? (linkList.length > 0 ? linkList : undefined);
  return (
    <>
      <Hero className="min-h-50">
        <p className="m-0 max-w-110 pt-3 text-lg leading-tight font-bold text-balance">
          <Trans>Questions or problems?</Trans>
        </p>
        <p className="m-0 mt-2 max-w-110 text-sm text-pretty text-mist">
          <Trans>Reach us only here. Anyone else isn't us.</Trans>
        </p>
      </Hero>
      <Body columns>
        <div className="grid gap-3">
          {away && data && <AsOf asOf={data.asOf} />}
          {links ? (
            <Ways links={links} />
          ) : error ? (
            <FailedView
              message={`${t`Couldn't load the contacts.`} ${errorText(error)}`}
              onRetry={() => void asked.refetch()}
            />
          ) : (
            <SkeletonCard lines={9} />
          )}
        </div>
        {asked.isLoading ? <SkeletonCard lines={6} /> : <Never articleId={data?.safetyArticleId ?? null} />}
      </Body>
    </>
  );
}

function Ways({ links }: { links: Link[] }) {
  const { t } = useLingui();
  if (links.length === 0)
    return (
      <Card>
        <EmptyState icon="contact" title={t`No contacts yet`}>
          <Trans>See announcements for news.</Trans>
        </EmptyState>
      </Card>
    );
  return (
    <Card className="py-1!">
      <ul aria-label={t`Contact us here`} className="m-0 list-none divide-y divide-line p-0">
        {links.map((link) => (
          <Way key={link.id} link={link} />
        ))}
      </ul>
    </Card>
  );
}

function Way({ link: { label, url } }: { link: Link }) {
  const { t } = useLingui();
  const { kind, href, text } = contactLink(url);
  const words = (
    <>
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-basalt text-amber">
        <LinkIcon kind={kind} />
      </span>
      <span className="min-w-0 grow">
        <span className="block leading-snug font-semibold text-pretty">{label}</span>
        <span className="block text-xs text-muted wrap-anywhere">
          {text.replace(/^https?:\/\/|\/$/g, '')}
        </span>
      </span>
    </>
  );
  const row = 'flex min-w-0 grow items-center gap-3 py-3 text-ink no-underline';
  return (
    <li className="flex items-center gap-1">
      {href === null ? (
        <div className={row}>{words}</div>
      ) : (
        <a
          href={href}
          className={`${row} rounded-control hover:bg-wash active:scale-[0.99]`}
          {...(/^https?:/.test(href) && { target: '_blank', rel: 'noopener noreferrer' })}
        >
          {words}
        </a>
      )}
      <CopyButton text={text} label={t`Copy: ${label}`} className="text-muted" />
    </li>
  );
}

/** Shown with the contact links, even offline: scammers wait for people who look for help. */
function Never({ articleId }: { articleId: string | null }) {
  return (
    <Notice tone="amber" icon="warn">
      <span className="font-semibold">
        <Trans>
          We never ask for your recovery phrase, private key or a payment to release a withdrawal. Anyone who
          does is a scammer.
        </Trans>
      </span>
      {articleId !== null && (
        <PageLink
          to={`/pages/notice/details?id=${articleId}`}
          className="mt-1 -mb-2 flex min-h-11 items-center font-semibold text-current underline underline-offset-3"
        >
          <Trans>How to keep your wallet safe</Trans>
        </PageLink>
      )}
    </Notice>
  );
}
