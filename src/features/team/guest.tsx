// What somebody without an account sees: what inviting brings, how it works, and the way in.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useWaiting } from '#api/away.ts';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { Card } from '#ui/card.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Rates } from './rates.tsx';
import { indexQuery, raceConfigQuery } from './team.queries.ts';

export function Guest() {
  const { t } = useLingui();
  const index = useQuery(indexQuery());
  const waiting = useWaiting(index, useQuery(raceConfigQuery()));
  return (
    <>
      <Hero className="min-h-52">
        <p className="m-0 mt-3 max-w-90 text-[22px] leading-snug font-semibold text-balance">
          <Trans>Invite people, and get a share on top of what they mine and stake.</Trans>
        </p>
        <p className="m-0 mt-2 max-w-90 text-sm text-pretty text-mist">
          <Trans>It is never taken out of theirs.</Trans>
        </p>
      </Hero>
      <Body columns>
        <div className="grid gap-3">
          <AskToConnect>
            <Trans>Your code, its link and your team are shown once your wallet is connected.</Trans>
          </AskToConnect>
          <Card title={t`How it works`}>
            <ol className="m-0 grid list-decimal gap-2 pl-5 text-sm text-pretty marker:font-semibold">
              <li>
                <Trans>Every account has an invite code and a link with it.</Trans>
              </li>
              <li>
                <Trans>Whoever signs in by your link for the first time joins your team, for good.</Trans>
              </li>
              <li>
                <Trans>
                  Once their verification is approved, they count as valid and raise your hashrate.
                </Trans>
              </li>
            </ol>
            <p className="m-0 mt-3 text-[13px] text-pretty text-muted">
              <Trans>
                You can be invited only before your first sign-in. If somebody sent you a link, open it before
                you connect.
              </Trans>
            </p>
          </Card>
        </div>
        {!waiting && index.data ? <Rates features={index.data.features} /> : <Absent of={index} lines={13} />}
      </Body>
    </>
  );
}
