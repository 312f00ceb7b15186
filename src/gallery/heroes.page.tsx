// The cross-section of the ground at the top of pages, and what overlaps it.
import { useLingui } from '@lingui/react/macro';
import { Card } from '#ui/card.tsx';
import { HeroAmount, HeroFigure } from '#ui/hero-figure.tsx';
import { AditMouth, Body, Hero } from '#ui/hero.tsx';
import { Piece } from './piece.tsx';

export function Page() {
  const { t } = useLingui();
  return (
    <>
      <Piece of="Hero Body" note="Two columns from 720 px.">
        <div className="bg-page">
          <Hero>
            <p className="m-0 text-lg font-semibold">{t`Miner Management`}</p>
          </Hero>
          <Body columns>
            <Card title={t`Details`}>{t`It runs for 24 hours.`}</Card>
            <Card title={t`Highlights`}>{t`Your activity`}</Card>
          </Body>
        </div>
      </Piece>
      <Piece
        of="HeroFigure HeroAmount"
        note="The eye hides the amount, and so does a finger that rests on it."
      >
        <Hero>
          <HeroAmount value="1234.5678" unit="ADIT" max={4} />
          <HeroFigure value="123456789.5678" unit="ADIT" max={4} />
        </Hero>
      </Piece>
      <Piece of="AditMouth" note="On the entry page alone.">
        <Hero lamp className="min-h-85">
          <p className="m-0 text-lg font-semibold">Adit</p>
        </Hero>
        <div className="relative h-60 overflow-hidden rounded-card bg-basalt-2">
          <AditMouth />
        </div>
      </Piece>
    </>
  );
}
