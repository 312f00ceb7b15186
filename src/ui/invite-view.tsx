// An invite as its visitor sees it: who invites, what each side gets, what the inviter will see, and joining without
// it.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { openText } from '#lib/amounts.ts';
import { percentText } from '#lib/percent.ts';
import type { Invite } from '#lib/invite-code.ts';
import { Button } from './button.tsx';
import { Fact, Facts } from './card.tsx';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';

type Known = Extract<Invite, { state: 'known' }>;

const useShares = () => {
  const { i18n } = useLingui();
  return (shares: readonly number[]) => shares.map((share) => percentText(share, i18n.locale)).join(' · ');
};

function Brief({ hashrate, shares }: Known) {
  const { t, i18n } = useLingui();
  const text = useShares();
  const start = openText(hashrate, i18n.locale);
  const [mined, staked, raced] = [shares.hashrate, shares.staking, shares.race].map((levels) =>
    text(levels.slice(0, 1)),
  );
  const parts = [
    t`${mined} of your hashrate`,
    ...(staked ? [t`${staked} of your staking rewards`] : []),
    ...(raced ? [t`${raced} of your race bets`] : []),
  ];
  const bonus = new Intl.ListFormat(i18n.locale).format(parts);
  return (
    <Trans>
      You start with {start} hashrate, like everyone. They get a bonus worth {bonus}. They can see your
      hashrate and stakes, and what earns them a share.
    </Trans>
  );
}

const Side = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section className="mt-3 border-t border-line pt-3">
    <h3 className="m-0 text-sm font-semibold">{title}</h3>
    <div className="mt-1 text-sm text-pretty text-muted">{children}</div>
  </section>
);

/** What the short version leaves out, for those who ask. */
function Whole({ shares }: Known) {
  const { t } = useLingui();
  const text = useShares();
  const levels = shares.hashrate.length;
  return (
    <details className="group mt-2">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 text-sm font-semibold">
        <Trans>What that means</Trans>
        <Icon name="down" size={20} className="shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <Side title={<Trans>They get</Trans>}>
        <Facts>
          <Fact label={t`Of your hashrate, once you're verified`}>{text(shares.hashrate)}</Fact>
          {shares.staking.length > 0 && (
            <Fact label={t`Of your staking rewards`}>{text(shares.staking)}</Fact>
          )}
          {shares.race.length > 0 && <Fact label={t`Of your race bets`}>{text(shares.race)}</Fact>}
        </Facts>
        <p className="m-0 mt-1">
          {levels > 1 && (
            <>
              <Trans>The smaller shares go to whoever invited them, and further up.</Trans>{' '}
            </>
          )}
          <Trans>
            It's all paid on top; nothing is taken from you. Once you're verified, you also count toward their
            team level and can get them a permanent miner for free.
          </Trans>
        </p>
      </Side>
      <Side title={<Trans>They'll see</Trans>}>
        <Trans>
          Your shortened address, when you joined, whether you're verified, your hashrate and stakes, and
          every reward or bet of yours that earns them a share.
        </Trans>{' '}
        {levels > 1 && <Trans>The people above them who get a share see this too.</Trans>}
      </Side>
      <p className="m-0 mt-3 border-t border-line py-3 text-sm text-pretty text-muted">
        <Trans>You join their team for good. An invite counts at your first sign-in only.</Trans>
      </p>
    </details>
  );
}

interface InviteViewProps {
  code: string;
  invite: Invite;
  onDecline: () => void;
  /** The short version on basalt, for the hero. */
  brief?: boolean;
}

function Said({ code, invite, brief }: Omit<InviteViewProps, 'onDecline'>) {
  const quiet = cx('m-0 mt-1 text-sm text-pretty', brief ? 'text-mist' : 'text-muted');
  if (invite.state === 'asking') return null;
  if (invite.state === 'unknown')
    return (
      <>
        <p role="alert" className="m-0 font-semibold text-pretty">
          <Trans>Nobody has the invite code {code}</Trans>
        </p>
        <p className={quiet}>
          <Trans>Ask for the link again, or join without it.</Trans>
        </p>
      </>
    );
  if (invite.state === 'failed')
    return (
      <>
        <p role="alert" className="m-0 font-semibold text-pretty">
          <Trans>We couldn't check who invited you</Trans>
        </p>
        <p className={quiet}>
          <Trans>The code {code} still counts if you sign in now for the first time.</Trans>
        </p>
      </>
    );
  const { by } = invite;
  return (
    <>
      <p className="m-0 font-semibold">
        <Trans>{by} invites you</Trans>
      </p>
      <p className={quiet}>
        <Brief {...invite} />
      </p>
      {!brief && <Whole {...invite} />}
    </>
  );
}

export function InviteView({ onDecline, ...rest }: InviteViewProps) {
  const { invite, brief = false } = rest;
  const { t } = useLingui();
  const look = brief ? 'glass' : 'secondary';
  return (
    <section
      aria-label={t`Invite`}
      aria-busy={invite.state === 'asking'}
      className={cx(
        'flex flex-col rounded-card p-4',
        brief ? 'relative min-h-48 bg-white/8' : 'min-h-40 bg-wash',
      )}
    >
      <Said {...rest} />
      <div className="mt-auto grid gap-2 pt-3">
        {invite.state === 'failed' && (
          <Button look={look} size="sm" wide onClick={invite.retry}>
            <Trans>Try again</Trans>
          </Button>
        )}
        <Button look={look} size="sm" wide onClick={onDecline}>
          <Trans>Join without the code</Trans>
        </Button>
      </div>
    </section>
  );
}
