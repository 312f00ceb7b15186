// A list of members with nobody in it: why, and what to do.
import { Trans, useLingui } from '@lingui/react/macro';
import type { Level } from '#rules/team.ts';
import { go } from '#lib/navigate.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/views.tsx';
import { addressOf } from './team.rules.ts';

interface NoMembersProps {
  level: Level | undefined;
  searched: boolean;
  onClear: () => void;
}

export function NoMembers({ level, searched, onClear }: NoMembersProps) {
  const { t } = useLingui();
  if (searched)
    return (
      <Card>
        <EmptyState
          icon="search"
          title={t`Nobody found`}
          action={{ label: t`Clear the search`, onClick: onClear }}
        >
          {level ? (
            <Trans>Nobody on level {level} has this address.</Trans>
          ) : (
            <Trans>Nobody in your team has this address.</Trans>
          )}
        </EmptyState>
      </Card>
    );
  const invite = {
    label: t`Show code and link`,
    onClick: () => void go(addressOf({ view: 'invite' }), { replace: true }),
  };
  return (
    <Card>
      {level === 2 || level === 3 ? (
        <EmptyState icon="invite" title={t`Nobody on level ${level} yet`}>
          {level === 2 ? (
            <Trans>Here is who comes by the links of people you invited.</Trans>
          ) : (
            <Trans>Here is who comes by the links of members on level 2.</Trans>
          )}
        </EmptyState>
      ) : (
        <EmptyState icon="invite" title={t`Nobody has come by your link yet`} action={invite}>
          <Trans>Whoever signs in by it for the first time is listed here.</Trans>
        </EmptyState>
      )}
    </Card>
  );
}
