// The celebration of a claim, on whatever page it was made: the lamp rises, ore bursts, and the amount counts up into
// the balance. A tap or a key ends it. Only transforms and opacities move, so that a slow phone keeps up; with
// reduced motion only the result is shown.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { cachedLong } from '#api/queries.ts';
import { amountText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { claimedAtom, type Claimed } from '#lib/claimed.ts';
import { onSessionEnd, walletAtom } from '#lib/session.ts';
import { write } from '#lib/store.ts';
import { useAfter } from '#lib/use-after.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { feel } from '#ui/haptics.ts';
import { DOUBLE_TAP_MS } from '#ui/second-tap.ts';
import { isStill } from '#ui/still.ts';
import { balanceAfter } from './claim.rules.ts';
import { valueOf } from './mining.rules.ts';

const { symbol } = BRAND;

/** From the first to the last frame, and when the lamp has arrived: the ore bursts, and the balance begins to count. */
const WHOLE_MS = 1600;
const RISE_MS = 350;
const FADE_MS = 200;
/** How long it is announced to screen readers: later changes of the balance would announce it again. */
const TOLD_MS = 10_000;
const SOFT = 'cubic-bezier(0.22, 1, 0.36, 1)';

/** Pieces of ore fly evenly around the lamp, alternately near and far: the distance in pixels and the size. */
const ORE = Array.from({ length: 14 }, (_, at) => {
  const angle = (at / 14) * 2 * Math.PI;
  const far = at % 2 ? 132 : 92;
  return {
    x: Math.sin(angle) * far,
    y: -Math.cos(angle) * far,
    turn: at % 2 ? 220 : -160,
    size: 8 + (at % 3) * 5,
  };
});

function animate(stage: HTMLElement): void {
  const [lamp, ...pieces] = stage.querySelectorAll<HTMLElement>('[data-flies]');
  lamp?.animate([{ transform: 'translateY(40vh)', opacity: 0.3 }, {}], { duration: RISE_MS, easing: SOFT });
  for (const [at, piece] of pieces.entries()) {
    const { x = 0, y = 0, turn = 0 } = ORE[at] ?? {};
    piece.animate(
      [
        { transform: 'scale(0.3)', opacity: 1 },
        { transform: `translate(${x}px, ${y}px) rotate(${turn}deg)`, opacity: 1, offset: 0.6 },
        { transform: `translate(${x * 1.1}px, ${y * 1.1 + 24}px) rotate(${turn * 1.3}deg)`, opacity: 0 },
      ],
      { delay: RISE_MS, duration: 900, easing: SOFT, fill: 'both' },
    );
  }
  stage.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120 });
  stage.animate([{ opacity: 1 }, { opacity: 0 }], {
    delay: WHOLE_MS - FADE_MS,
    duration: FADE_MS,
    fill: 'forwards',
  });
}

/** Plays once; `onEnd` is called afterwards, or at the first tap or key. */
function useShow(stage: RefObject<HTMLElement | null>, onEnd: () => void): void {
  useEffect(() => {
    feel('done');
    if (stage.current && !isStill()) animate(stage.current);
    const timer = setTimeout(onEnd, WHOLE_MS);
    // The key that ends it must not also press the button below.
    const skip = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      onEnd();
    };
    document.addEventListener('keydown', skip, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', skip, true);
    };
  }, [stage, onEnd]);
}

/** A miner's lamp in its light. */
const Lamp = () => (
  <svg data-flies viewBox="0 0 176 176" className="absolute inset-0 will-change-transform" fill="none">
    <radialGradient id="claim-glow">
      <stop stopColor="#ffd58a" stopOpacity=".85" />
      <stop offset=".35" stopColor="#f5a524" stopOpacity=".4" />
      <stop offset="1" stopColor="#f5a524" stopOpacity="0" />
    </radialGradient>
    <circle cx="88" cy="88" r="88" fill="url(#claim-glow)" />
    <path d="M72 66a16 18 0 0 1 32 0" stroke="#e4e7ec" strokeWidth="2.5" />
    <path d="M70 70l8-9h20l8 9zM68 108h40l-4 8H72z" fill="#e4e7ec" />
    <path d="M74 70h28l2 38H72z" fill="#ffe2ad" />
    <path d="M88 80c7 8 8 12 8 16a8 8 0 0 1-16 0c0-4 1-8 8-16z" fill="#f5a524" />
  </svg>
);

interface ResultProps {
  value: string | undefined;
  /** Decimal string. */
  balance: string | undefined;
}

const Result = ({ value, balance }: ResultProps) => (
  <>
    {value}
    {balance !== undefined && (
      <>
        {value !== undefined && ' · '}
        <Trans>
          balance <AnimatedNumber value={balance} />
        </Trans>
      </>
    )}
  </>
);

interface ShowProps {
  gain: string;
  value: string | undefined;
  /** The balance before the claim and after it. */
  before: string | undefined;
  after: string | undefined;
  onEnd: () => void;
}

function Show({ gain, value, before, after, onEnd }: ShowProps) {
  const stage = useRef<HTMLDivElement>(null);
  const [began] = useState(() => performance.now());
  useShow(stage, onEnd);
  const risen = useAfter(RISE_MS);
  const [still] = useState(isStill);
  return (
    <div
      ref={stage}
      aria-hidden="true"
      data-claim-moment
      // The second tap of a double tap on the button does not end what the first one began.
      onPointerDown={() => performance.now() - began > DOUBLE_TAP_MS && onEnd()}
      className="fixed inset-0 z-60 grid touch-none place-content-center justify-items-center bg-basalt px-4 text-center text-white contain-strict"
    >
      <div className="relative grid size-44 place-items-center">
        <Lamp />
        {ORE.map(({ x, turn, size }) => (
          <svg
            key={`${x} ${turn}`}
            data-flies
            viewBox="0 0 10 10"
            width={size}
            height={size}
            className="absolute opacity-0 will-change-transform"
          >
            <path d="M2 1h5l3 4-3 5H2L0 6z" fill={turn > 0 ? '#ffd58a' : '#f5a524'} />
          </svg>
        ))}
      </div>
      <p className="figures relative m-0 text-4xl leading-tight font-bold wrap-anywhere">{gain}</p>
      <p className="figures relative m-0 mt-1 text-base text-mist">
        <Result value={value} balance={risen || still ? after : before} />
      </p>
    </div>
  );
}

onSessionEnd(() => write(claimedAtom, null));

export function Background() {
  const { i18n } = useLingui();
  const claimed = useAtomValue(claimedAtom);
  const { balance, coinList, needRefresh } = useAtomValue(walletAtom);
  const { data: config } = useQuery({ ...cachedLong('GET /api/mining/config'), enabled: claimed !== null });
  // A claim made before this part was loaded is celebrated once it is.
  const [seen, setSeen] = useState<Claimed | null>(null);
  const onEnd = useCallback(() => setSeen(claimed), [claimed]);
  const [told, setTold] = useState<Claimed | null>(null);
  useEffect(() => {
    const timer = setTimeout(setTold, TOLD_MS, claimed);
    return () => clearTimeout(timer);
  }, [claimed]);
  const gain = claimed && `+${amountText(claimed.amount, i18n.locale)} ${symbol}`;
  const value =
    claimed && config && `${amountText(valueOf(claimed.amount, config.tokenValue), i18n.locale)} USDT`;
  const now = needRefresh || coinList.length === 0 ? null : balance;
  const after = claimed ? balanceAfter(claimed, now) : undefined;
  return (
    <>
      <p role="status" className="sr-only">
        {claimed !== told && gain && (
          <>
            {gain} · <Result value={value ?? undefined} balance={after} />
          </>
        )}
      </p>
      {claimed !== seen && gain && (
        <Show
          key={`${claimed.amount} ${claimed.before}`}
          gain={gain}
          value={value ?? undefined}
          before={claimed.before ?? undefined}
          after={after}
          onEnd={onEnd}
        />
      )}
    </>
  );
}
