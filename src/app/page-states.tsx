// Replaces a page: its skeleton after 200 ms, an error that reloads on tap, or the view of an unknown address.
import { useLingui } from '@lingui/react/macro';
import { go } from '#lib/navigate.ts';
import { Card } from '#ui/card.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { EmptyState, ErrorView, Skeleton, SkeletonCard } from '#ui/views.tsx';

export function PagePending() {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`}>
      <Hero className="min-h-44">
        <Skeleton dark className="h-8 w-44" />
        <Skeleton dark className="mt-4 h-4 w-64 max-w-full" />
      </Hero>
      <Body>
        <SkeletonCard />
        <SkeletonCard lines={5} />
      </Body>
    </div>
  );
}

/** A page's code could not be loaded, or it failed to render. A reload is the one remedy for both. */
export function PageError() {
  const { t } = useLingui();
  return (
    <>
      <Hero className="min-h-44" />
      <Body>
        <ErrorView
          message={t`This page could not be opened. Nothing was changed.`}
          onRetry={() => location.reload()}
        />
      </Body>
    </>
  );
}

export function NotFound() {
  const { t } = useLingui();
  return (
    <>
      <Hero className="min-h-44" />
      <Body>
        <Card>
          <EmptyState
            icon="search"
            title={t`page not found`}
            action={{ label: t`Back to home`, onClick: () => void go('/', { replace: true }) }}
          >
            {t`This address leads nowhere. It may have been mistyped or moved.`}
          </EmptyState>
        </Card>
      </Body>
    </>
  );
}
