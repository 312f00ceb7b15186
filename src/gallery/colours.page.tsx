// The colours of src/ui/theme.css in effect, and the colour pairs that texts use.
import { contrast } from './contrast.ts';
import { Piece } from './piece.tsx';

const NAMES =
  'page white wash line faint muted ink basalt basalt-2 basalt-3 mist amber amber-deep amber-ink amber-wash malachite malachite-bright malachite-wash garnet garnet-bright garnet-wash'.split(
    ' ',
  );

/** Text on background, as pages use them. */
const PAIRS = [
  ['ink', 'page'],
  ['ink', 'white'],
  ['ink', 'wash'],
  ['muted', 'white'],
  ['muted', 'page'],
  ['muted', 'wash'],
  ['white', 'basalt'],
  ['white', 'basalt-2'],
  ['mist', 'basalt'],
  ['mist', 'basalt-2'],
  ['amber', 'basalt'],
  ['basalt', 'amber'],
  ['amber-ink', 'white'],
  ['amber-ink', 'amber-wash'],
  ['malachite', 'white'],
  ['malachite', 'malachite-wash'],
  ['malachite-bright', 'basalt'],
  ['garnet', 'white'],
  ['garnet', 'garnet-wash'],
  ['garnet-bright', 'basalt'],
] as const;

const valueOf = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim();
const of = (name: string) => `var(--color-${name})`;
const written = (ratio: number): string => ratio.toFixed(2);

export function Page() {
  return (
    <>
      <Piece of="Colours">
        <ul className="m-0 grid list-none grid-cols-2 gap-3 p-0 min-[720px]:grid-cols-4">
          {NAMES.map((name) => (
            <li key={name} className="text-xs">
              <span
                className="block h-14 rounded-control border border-line"
                style={{ background: of(name) }}
              />
              <strong className="block">{name}</strong>
              <span className="figures block text-muted">
                {valueOf(name)}, on white {written(contrast(valueOf(name), '#fff'))}
              </span>
            </li>
          ))}
        </ul>
      </Piece>
      <Piece of="Text on ground" note="At least 4.5 everywhere.">
        <ul className="m-0 grid list-none gap-2 p-0 min-[720px]:grid-cols-2">
          {PAIRS.map(([text, ground]) => (
            <li
              key={`${text} ${ground}`}
              className="figures flex justify-between gap-3 rounded-control px-4 py-3 text-sm"
              style={{ color: of(text), background: of(ground) }}
            >
              <span>
                {text} on {ground}
              </span>
              <strong>{written(contrast(valueOf(text), valueOf(ground)))}</strong>
            </li>
          ))}
        </ul>
      </Piece>
    </>
  );
}
