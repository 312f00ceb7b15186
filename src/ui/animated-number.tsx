// An amount that animates from its old to its new value. Only the animation is approximate: at rest, the exact string
// is shown.
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { amountText, openText, SHOWN_DECIMALS, shownDecimals } from '#lib/amounts.ts';
import { HIDDEN } from '#lib/hide-amounts.ts';
import { isStill } from './still.ts';

interface AnimatedNumberProps {
  /** Decimal string. */
  value: string;
  /** Maximum number of decimals. */
  max?: number;
  /** Not a personal amount: never hidden. */
  open?: boolean;
  /** Where it starts when it appears; if absent, at rest. */
  from?: string;
}

const RUN_MS = 700;

export function AnimatedNumber({
  value,
  max = SHOWN_DECIMALS,
  open = false,
  from: begin = value,
}: AnimatedNumberProps) {
  const { i18n } = useLingui();
  const picture = useRef<HTMLSpanElement>(null);
  const from = useRef(begin);
  const text = (open ? openText : amountText)(value, i18n.locale, { max });
  useEffect(() => {
    const old = from.current;
    const start = Number(old);
    const way = Number(value) - start;
    from.current = value;
    // A stored wallet may lack its balance until the server has sent it.
    if (way === 0 || !Number.isFinite(way) || isStill() || text === HIDDEN) {
      // In another language the text may be the same: React does not set it again over an interrupted animation.
      if (picture.current) picture.current.textContent = text;
      return;
    }
    // As many decimals throughout as the old or the new value has: digits that come and go would make the animation
    // jump.
    const places = Math.max(shownDecimals(old, max), shownDecimals(value, max));
    const began = performance.now();
    let frame = 0;
    const draw = (now: number) => {
      const node = picture.current;
      if (!node) return;
      // A frame may have begun before this was requested: without the lower bound, the animation would start below
      // its first value.
      const share = Math.min(1, Math.max(0, now - began) / RUN_MS);
      const eased = 1 - (1 - share) ** 3;
      node.textContent =
        share === 1
          ? text
          : openText((start + way * eased).toFixed(places), i18n.locale, { max: places, min: places });
      if (share < 1) frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [value, text, max, i18n.locale]);
  return (
    <span>
      <span ref={picture} aria-hidden="true" className="figures">
        {text}
      </span>
      <span className="sr-only">{text}</span>
    </span>
  );
}
