// Where the account is signed in.
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Output } from '#contract';
import { timeWithin } from '#lib/time.ts';
import { Card, Tag } from '#ui/card.tsx';
import { Absent } from '#ui/failed-view.tsx';

type Sessions = Output<'GET /api/user/sessions'>;

export function SessionsCard({ sessions }: { sessions: UseQueryResult<Sessions> }) {
  const { i18n } = useLingui();
  if (!sessions.data) return <Absent of={sessions} lines={4} />;
  return (
    <Card title={<Trans>Signed in</Trans>}>
      <ul className="m-0 list-none divide-y divide-line p-0">
        {sessions.data.items.map(({ signedInAt, lastSeenAt, current }) => (
          <li key={signedInAt} className="flex items-start justify-between gap-3 py-2 text-sm">
            <span>
              <Trans>Since {timeWithin(signedInAt, i18n.locale)}</Trans>
              <span className="block text-[13px] text-muted">
                <Trans>last seen {timeWithin(lastSeenAt, i18n.locale)}</Trans>
              </span>
            </span>
            {current && (
              <Tag tone="good">
                <Trans>this one</Trans>
              </Tag>
            )}
          </li>
        ))}
      </ul>
      <p className="m-0 pt-2 text-[13px] text-pretty text-muted">
        <Trans>
          A session ends when you sign out, after 24 hours without use, and after 7 days at the latest.
        </Trans>
      </p>
    </Card>
  );
}
