// A draw's hash with the three resulting digits marked; reserves space until the hash is known.
import { Trans } from '@lingui/react/macro';
import { markedDigits } from '#draws/lottery.ts';
import { MarkedHash } from '#ui/marked-hash.tsx';

/** As long as a hash, with three digits at its end. */
const PLACE = `0x${'0'.repeat(64)}`;

export const LotteryHash = ({ hash }: { hash: string | undefined }) => (
  <MarkedHash {...markedDigits(hash ?? PLACE)} pending={hash === undefined}>
    <Trans>The last three decimal digits of the hash, letters skipped:</Trans>
  </MarkedHash>
);
