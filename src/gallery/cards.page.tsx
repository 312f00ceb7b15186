// Cards, their contents, and the end of a list.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Card, Fact, Facts, Tag } from '#ui/card.tsx';
import { CheckStep, Compared } from '#ui/check-step.tsx';
import { Fold } from '#ui/fold.tsx';
import { More, MoreButton } from '#ui/more.tsx';
import { Success } from '#ui/success.tsx';
import { ListPane, TwoPanes } from '#ui/two-panes.tsx';
import { GameLinks, LinkRow, LinkList } from '#ui/link-list.tsx';
import { Piece } from './piece.tsx';

export function Page() {
  const { t } = useLingui();
  const [asked, setAsked] = useState(0);
  const facts = (
    <>
      <Fact label={t`Hashrate`}>120</Fact>
      <Fact label={t`Output per hour`}>0.004166666666666666 ADIT</Fact>
      <Fact label={t`Network fee, at most`}>0.00021 BNB</Fact>
    </>
  );
  return (
    <>
      <Piece of="Card">
        <Card title={t`Latest activity`} aside={<Tag tone="good">{t`Confirmed`}</Tag>}>
          {t`Your activity`}
        </Card>
        <Card tone="amber" title={t`Ready to start`}>
          {t`It runs for 24 hours.`}
        </Card>
      </Piece>
      <Piece of="Facts Fact">
        <Card title={t`Details`}>
          <Facts>{facts}</Facts>
        </Card>
      </Piece>
      <Piece of="LinkList LinkRow">
        <LinkList>
          <LinkRow icon="history" title={t`Fund History`} to="/pages/asset/capital">
            {t`Your activity`}
          </LinkRow>
          <LinkRow icon="clock" title={t`Playing within limits`} to={() => setAsked(0)} />
        </LinkList>
      </Piece>
      <Piece of="GameLinks">
        <GameLinks race lottery={{ icon: 'guess', title: t`Earlier rounds` }} />
      </Piece>
      <Piece of="Tag" row>
        <Tag tone="amber">{t`Being sent`}</Tag>
        <Tag tone="good">{t`Approved`}</Tag>
        <Tag tone="bad">{t`Failed`}</Tag>
        <Tag tone="quiet">{t`Not sent`}</Tag>
      </Piece>
      <Piece of="Fold" note="The second one explains the label that it is.">
        <Card>
          <Fold title={t`How it works`}>{t`It runs for 24 hours.`}</Fold>
          <Fold explains title={t`Hashrate`}>
            {t`It runs for 24 hours.`}
          </Fold>
        </Card>
      </Piece>
      <Piece of="TwoPanes ListPane" note="Side by side from 1024 px.">
        <TwoPanes list={<ListPane>{t`Your activity`}</ListPane>} label={t`Details`}>
          <Card title={t`Details`}>{t`It runs for 24 hours.`}</Card>
        </TwoPanes>
      </Piece>
      <Piece of="Success" note="The end of a sheet; it takes the focus and is felt.">
        <Card>
          <Success label={t`Bet placed`} lead={t`You received`} figure="12.5 ADIT">
            <Facts>{facts}</Facts>
          </Success>
        </Card>
      </Piece>
      <Piece of="More" note={`Asked for ${asked} times; the second one has failed.`}>
        <More busy={asked > 0} failed={undefined} onMore={() => setAsked(asked + 1)}>
          {t`All activity`}
        </More>
        <More busy={false} failed={t`No connection`} onMore={() => setAsked(asked + 1)}>
          {t`All activity`}
        </More>
      </Piece>
      <Piece of="CheckStep Compared">
        <ol className="m-0 list-none divide-y divide-line p-0">
          {(['matches', 'differs', 'unknown', 'waiting'] as const).map((state) => (
            <CheckStep key={state} name={t`Details`} state={state} text={t`Nothing yet`}>
              {state === 'differs' && <Compared claimed="0x1b2f" found="" />}
            </CheckStep>
          ))}
        </ol>
      </Piece>
      <Piece of="MoreButton">
        <MoreButton busy={false} failed={undefined} onMore={() => setAsked(asked + 1)}>
          {t`All activity`}
        </MoreButton>
      </Piece>
    </>
  );
}
