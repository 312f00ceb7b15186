// An icon in a grey disc with a coin's mark at its corner, as one image: in a long list, every element of a row costs
// time in every frame, and as elements it would be eight.
import { coinDrawing } from './coin-icon.tsx';
import { iconPath, type IconName } from './icon.tsx';

const made = new Map<string, string>();

/**
 * Drawn on 44 px: a disc of 40, the mark of 18 overlapping its corner on a white ring. Colours are those of theme.css.
 */
function pictureOf(icon: IconName, coin: string): string {
  const key = `${icon} ${coin}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 44"><circle cx="20" cy="20" r="20" fill="#f0f2f5"/>
<path transform="translate(10 10) scale(.8333)" d="${iconPath(icon)}" fill="none" stroke="#171b24" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"/>
<circle cx="35" cy="35" r="11" fill="#fff"/><g transform="translate(26 26) scale(.75)">${coinDrawing(coin)}</g></svg>`;
  const picture = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  made.set(key, picture);
  return picture;
}

interface BadgedIconProps {
  icon: IconName;
  coin: string;
  /** Pixels of the whole, including the mark; 44 by default. */
  size?: number;
  className?: string;
}

/** Decorative, beside words. */
export function BadgedIcon({ icon, coin, size = 44, className }: BadgedIconProps) {
  return (
    <img
      src={pictureOf(icon, coin)}
      alt=""
      width={size}
      height={size}
      decoding="sync"
      draggable={false}
      className={className}
    />
  );
}
