// The top of the page: the own code large, with copy, share, and the switches that belong to the whole page.
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/button.tsx';
import { Copyable, CopyButton } from '#ui/copy.tsx';
import { HeroHead } from '#ui/hero-head.tsx';
import { Hero } from '#ui/hero.tsx';
import { shareLink } from '#ui/share.ts';
import { Skeleton } from '#ui/views.tsx';
import type { Invitation } from './share.ts';

interface CodeHeroProps {
  code: string;
  invitation: Invitation;
  busy: boolean;
  onRefresh: () => void;
}

/** As tall as the hero that comes. */
const HERO = 'min-h-76';

export function CodeHero({ code, invitation, busy, onRefresh }: CodeHeroProps) {
  const { t } = useLingui();
  return (
    <Hero className={HERO}>
      <HeroHead busy={busy} onRefresh={onRefresh}>
        <Trans>Your invite code</Trans>
      </HeroHead>
      <p className="m-0 flex items-center gap-1">
        <Copyable
          text={code}
          className="figures text-[38px] leading-tight font-semibold tracking-[0.06em] wrap-anywhere"
        >
          {code}
        </Copyable>
        <CopyButton text={code} label={t`Copy code`} />
      </p>
      <p className="m-0 mt-1 max-w-100 text-sm text-pretty text-mist">
        <Trans>Whoever signs in by your link for the first time joins your team, for good.</Trans>
      </p>
      <Button
        icon="share"
        className="mt-5 w-full min-[420px]:max-w-80"
        onClick={() => void shareLink(invitation)}
      >
        <Trans>Share your link</Trans>
      </Button>
    </Hero>
  );
}

export function HeroSkeleton() {
  return (
    <Hero className={HERO}>
      <Skeleton dark className="mt-3 h-4 w-28" />
      <Skeleton dark className="mt-6 h-9 w-56" />
      <Skeleton dark className="mt-4 h-4 w-72 max-w-full" />
      <Skeleton dark className="mt-8 h-12 w-full min-[420px]:max-w-80" />
    </Hero>
  );
}
