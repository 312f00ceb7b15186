// The large figure of a hero. A long press on a personal amount hides it.
import { useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import { amountText, fittingDecimals, openText } from '#lib/amounts.ts';
import { hideAmountsAtom } from '#lib/hide-amounts.ts';
import { AnimatedNumber } from './animated-number.tsx';
import { cx } from './class-names.ts';
import { HELD, useLongPress } from './long-press.ts';

interface HeroFigureProps {
  /** Decimal string. */
  value: string;
  /** Its coin. */
  unit: string;
  /** Maximum number of decimals; all of them if omitted. */
  max?: number;
  /** Number of characters that fit in the large and in the middle size. */
  fits?: readonly [large: number, middle: number];
  /** Not a personal amount: never hidden. */
  open?: boolean;
}

/** In the narrowest window, with nothing beside it. */
const ALONE = [11, 16] as const;
/** Beyond a million, the large digits need the space of the small decimals. */
const DIGITS = 8;

/** The large figure of a hero, in the largest size that fits on one line. */
export function HeroFigure({
  value,
  unit,
  max,
  fits: [large, middle] = ALONE,
  open = true,
}: HeroFigureProps) {
  const { i18n } = useLingui();
  const places = max === undefined ? Infinity : Math.min(max, fittingDecimals(value, DIGITS));
  const { length } = (open ? openText : amountText)(value, i18n.locale, { max: places });
  return (
    <p
      className={cx(
        'figures m-0 leading-tight font-semibold wrap-anywhere min-[720px]:text-4xl',
        length <= large ? 'text-4xl' : length <= middle ? 'text-2xl' : 'text-lg',
      )}
    >
      <AnimatedNumber value={value} max={places} open={open} />{' '}
      <span className="text-base font-medium text-mist">{unit}</span>
    </p>
  );
}

/** The same for a personal amount: the eye button or a long press hides it. */
export function HeroAmount(props: HeroFigureProps) {
  const [hidden, setHidden] = useAtom(hideAmountsAtom);
  return (
    <div className={HELD} {...useLongPress(() => setHidden(!hidden))}>
      <HeroFigure {...props} open={false} />
    </div>
  );
}
