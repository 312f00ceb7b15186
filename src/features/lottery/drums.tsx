// The three drums of a guess, with the button that fills them at random and the message about drums that are not set.
import { Trans, useLingui } from '@lingui/react/macro';
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { DrumView, turnMs } from '#ui/drum-view.tsx';
import {
  type Digits,
  digitAt,
  digitsFrom,
  nearestTurn,
  type Drums as Setting,
  stepped,
  turned,
} from './lottery.rules.ts';

/** Pixels of movement per digit, and the movement below which a touch is a tap. */
const DIGIT_PX = 44;
const TAP_PX = 6;
/** How long a flung drum keeps turning at its last speed (digits per millisecond). */
const FLING_MS = 140;
const MOST_FLUNG = 8;
/** A finger that has not moved for this long was not flinging. */
const STILL_MS = 125;

interface Held {
  y: number;
  turn: number;
  lastY: number;
  lastAt: number;
  speed: number;
  moved: boolean;
}

/** `onRest` is called with the digit on which it comes to rest by hand. */
function useTurning(digit: number | null, onRest: (digit: number) => void) {
  const [{ turn, ms }, setTurn] = useState({ turn: digit ?? 0, ms: 0 });
  const [holding, setHolding] = useState(false);
  const held = useRef<Held | null>(null);
  // Set from outside: by a key, at random, or cleared.
  if (!holding && digit !== null && digitAt(turn) !== digit) {
    const next = nearestTurn(Math.round(turn), digit);
    setTurn({ turn: next, ms: turnMs(next - turn) });
  }
  const rest = (to: number) => {
    setTurn({ turn: to, ms: turnMs(to - turn) });
    onRest(digitAt(to));
  };
  const down = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const at = { y: event.clientY, lastY: event.clientY, lastAt: event.timeStamp };
    held.current = { ...at, turn, speed: 0, moved: false };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const hold = held.current;
    if (!hold) return;
    const way = event.clientY - hold.y;
    if (!hold.moved) {
      if (Math.abs(way) < TAP_PX) return;
      hold.moved = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      setHolding(true);
    }
    const passed = Math.max(1, event.timeStamp - hold.lastAt);
    hold.speed = (event.clientY - hold.lastY) / DIGIT_PX / passed;
    [hold.lastY, hold.lastAt] = [event.clientY, event.timeStamp];
    setTurn({ turn: hold.turn + way / DIGIT_PX, ms: 0 });
  };
  const up = (event: PointerEvent<HTMLElement>) => {
    const hold = held.current;
    held.current = null;
    if (!hold?.moved) return;
    setHolding(false);
    const still = event.timeStamp - hold.lastAt > STILL_MS;
    const flung = still ? 0 : Math.max(-MOST_FLUNG, Math.min(MOST_FLUNG, hold.speed * FLING_MS));
    // The last movement may not have been rendered yet.
    rest(Math.round(hold.turn + (hold.lastY - hold.y) / DIGIT_PX + flung));
  };
  return {
    turn,
    ms,
    holding,
    hand: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up },
  };
}

// Events that a drum handles outside React: a wheel turns it by whole digits, unless that wheel was already scrolling
// the page; and swipes over it do not reach the page.

/**
 * Wheel pixels per digit; a larger single movement, such as a mouse notch (50 to 120 pixels, or three lines), also
 * turns by one.
 */
const WHEEL_PX = 40;
const LINE_PX = 16;
/** Wheel movements within this time belong to the same gesture. */
const GESTURE_MS = 250;

/**
 * Wheel turns over `area`, as whole digits forward or back. React's wheel listeners are passive, so this adds its own.
 */
function useWheel(area: RefObject<HTMLElement | null>, onStep: (by: 1 | -1) => void): void {
  const step = useEffectEvent(onStep);
  useEffect(() => {
    const node = area.current;
    if (!node) return;
    let scrolledAt = -GESTURE_MS;
    let turnedAt = -GESTURE_MS;
    let left = 0;
    const elsewhere = (event: WheelEvent) => {
      if (!node.contains(event.target as Node)) scrolledAt = event.timeStamp;
    };
    const wheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.deltaY === 0) return;
      if (event.timeStamp - scrolledAt < GESTURE_MS) {
        scrolledAt = event.timeStamp;
        return;
      }
      event.preventDefault();
      if (event.timeStamp - turnedAt > GESTURE_MS) left = 0;
      turnedAt = event.timeStamp;
      left += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1);
      if (Math.abs(left) < WHEEL_PX) return;
      step(left < 0 ? 1 : -1);
      left = 0;
    };
    window.addEventListener('wheel', elsewhere, { passive: true, capture: true });
    node.addEventListener('wheel', wheel, { passive: false });
    return () => {
      window.removeEventListener('wheel', elsewhere, { capture: true });
      node.removeEventListener('wheel', wheel);
    };
  }, [area]);
}

/**
 * Keeps a swipe over `area` from pulling the page around it, which listens to touches itself
 * (src/ui/pull-to-refresh.tsx).
 */
function useOwnTouch(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const keep = (event: TouchEvent) => event.stopPropagation();
    const node = area.current;
    node?.addEventListener('touchstart', keep, { passive: true });
    return () => node?.removeEventListener('touchstart', keep);
  }, [area]);
}

interface DrumProps {
  /** "First digit". */
  label: string;
  digit: number | null;
  onChange: (digit: number | null) => void;
  /** Moves the focus by this many drums: after typing, and with the left and right arrow keys. */
  onMove: (by: 1 | -1) => void;
  /** Must be set but is not. */
  missing: boolean;
  /** Id of the message below the drums. */
  describedBy: string;
}

/** One drum that is turned by hand: by swiping, wheel, tapping above or below the digit, arrow keys and typing. */
function Drum({ label, digit, onChange, onMove, missing, describedBy }: DrumProps) {
  const { t } = useLingui();
  const area = useRef<HTMLDivElement>(null);
  const drum = useRef<HTMLDivElement>(null);
  const { turn, ms, holding, hand } = useTurning(digit, onChange);
  const step = (by: number) => onChange(stepped(digit, by));
  useWheel(area, step);
  useOwnTouch(area);
  const empty = digit === null && !holding;
  // Arrow keys continue where a finger or a mouse began.
  const tap = (by: number) => {
    step(by);
    drum.current?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === 'ArrowUp') step(1);
    else if (key === 'ArrowDown') step(-1);
    else if (key === 'Home') onChange(0);
    else if (key === 'End') onChange(9);
    else if (key === 'Backspace' || key === 'Delete') onChange(null);
    else if (/^\d$/.test(key)) {
      onChange(Number(key));
      onMove(1);
    } else if (key === 'ArrowRight') onMove(1);
    else if (key === 'ArrowLeft') onMove(-1);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={area} className="relative touch-none select-none" {...hand}>
      <div
        ref={drum}
        role="spinbutton"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={9}
        aria-valuenow={digit ?? 0}
        aria-valuetext={digit === null ? t`not set` : String(digit)}
        aria-invalid={missing || undefined}
        aria-describedby={describedBy}
        onKeyDown={keys}
        className="rounded-control"
      >
        <DrumView turn={turn} ms={ms} empty={empty} wrong={missing} />
      </div>
      <Step label={t`${label}: one up`} up shown={empty} onStep={() => tap(1)} />
      <Step label={t`${label}: one down`} shown={empty} onStep={() => tap(-1)} />
    </div>
  );
}

interface StepProps {
  label: string;
  /** Above the digit, otherwise below it. */
  up?: boolean;
  /** Hidden while there is no digit. */
  shown: boolean;
  onStep: () => void;
}

/** The tap area above or below the digit. The drum itself handles keys. */
function Step({ label, up = false, shown, onStep }: StepProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      onClick={onStep}
      className={cx(
        'absolute inset-x-0 flex h-11 items-center justify-center text-mist active:bg-white/10',
        up ? 'top-0 rounded-t-control' : 'bottom-0 rounded-b-control',
      )}
    >
      {shown && <Icon name="down" size={20} className={cx(up && 'rotate-180')} />}
    </button>
  );
}

interface DrumsProps {
  drums: Setting;
  onChange: (drums: Setting) => void;
  /** Number of tries with drums that were not all set; 0 hides the message. */
  complaints: number;
}

/** Three random digits, from this device's own source of randomness. */
export function randomDigits(): Digits {
  for (;;) {
    const digits = digitsFrom(crypto.getRandomValues(new Uint8Array(16)));
    if (digits) return digits;
  }
}

export function Drums({ drums, onChange, complaints }: DrumsProps) {
  const { t } = useLingui();
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const places = [
    { place: 0, label: t`First digit` },
    { place: 1, label: t`Second digit` },
    { place: 2, label: t`Third digit` },
  ];
  const all = () => [...(group.current?.querySelectorAll<HTMLElement>('[role=spinbutton]') ?? [])];
  const wanting = complaints > 0 && drums.includes(null);
  const goOn = useEffectEvent(() => all()[drums.indexOf(null)]?.focus());
  useEffect(() => {
    if (complaints > 0) goOn();
  }, [complaints]);
  return (
    <div>
      <div
        ref={group}
        role="group"
        aria-label={t`Three digits, in order`}
        className="grid grid-cols-3 gap-2.5"
      >
        {places.map(({ place, label }) => (
          <Drum
            key={place}
            label={label}
            digit={drums[place] ?? null}
            onChange={(next) => onChange(turned(drums, place, next))}
            onMove={(by) => all()[place + by]?.focus()}
            missing={wanting && drums[place] === null}
            describedBy={`${id}-missing`}
          />
        ))}
      </div>
      <div className="mt-2 flex min-h-11 items-center justify-between gap-3">
        <p
          id={`${id}-missing`}
          aria-live="assertive"
          className={cx('m-0 text-sm text-pretty', wanting ? 'text-garnet' : 'text-muted')}
        >
          {wanting ? (
            <Trans>Please enter complete guessing numbers</Trans>
          ) : (
            <Trans>Swipe, tap or type.</Trans>
          )}
        </p>
        <Button look="secondary" size="sm" className="shrink-0" onClick={() => onChange(randomDigits())}>
          <Trans>Random</Trans>
        </Button>
      </div>
    </div>
  );
}
