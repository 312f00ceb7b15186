// What both games show: digits, drums, the hash of a draw, and odds.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card, Facts } from '#ui/card.tsx';
import { DigitChips } from '#ui/digit-chips.tsx';
import { DrumView, turnMs } from '#ui/drum-view.tsx';
import { MarkedHash } from '#ui/marked-hash.tsx';
import { LotteryOdds, RaceOdds, SeedHash } from '#ui/odds-facts.tsx';
import { Piece } from './piece.tsx';

const HASH = '0x2f7b1c5d9ae0446f8b3c7a5e1d20f9b86c4e7a1350d9f2be84c61a7f3e05b472';
const DIGITS = [4, 7, 2];

export function Page() {
  const { t } = useLingui();
  const [turn, setTurn] = useState(4);
  return (
    <>
      <Piece of="DigitChips" row>
        <DigitChips tone="drawn" digits={DIGITS} label={t`Last drawn`} />
        <DigitChips tone="guess" digits={DIGITS} />
        <DigitChips tone="hit" digits={DIGITS} />
        <DigitChips large tone="drawn" digits={DIGITS} />
      </Piece>
      <Piece of="DrumView">
        <div className="grid grid-cols-4 gap-2">
          <DrumView turn={turn} ms={turnMs(7)} empty={false} />
          <DrumView turn={0} ms={0} empty />
          <DrumView turn={0} ms={0} empty wrong />
          <DrumView size="small" turn={turn} ms={turnMs(7)} delay={200} empty={false} />
        </div>
        <Button look="secondary" onClick={() => setTurn(turn + 7)}>
          Turn
        </Button>
      </Piece>
      <Piece of="MarkedHash">
        <MarkedHash text={HASH} positions={[60, 62, 65]}>
          {t`The hash gives this result.`}
        </MarkedHash>
        <MarkedHash pending text={HASH} positions={[]}>
          {t`Being drawn`}
        </MarkedHash>
      </Piece>
      <Piece of="RaceOdds LotteryOdds SeedHash">
        <Card title={t`Race`}>
          <Facts>
            <RaceOdds lanes={6} payout={5} />
          </Facts>
        </Card>
        <Card title={t`Web3 Guess`}>
          <Facts>
            <LotteryOdds outcomes={1000} />
            <SeedHash hash={`0x${'5a'.repeat(32)}`} />
          </Facts>
        </Card>
      </Piece>
    </>
  );
}
