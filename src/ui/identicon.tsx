// A small drawing that tells addresses apart at a glance: five by five cells, the right half mirrored, in two colours of
// the ground. The same address always gets the same drawing.
const GROUND = ['#1e2a3a', '#2c3b4f', '#0b7a5b', '#7a4a00'] as const;
const ORE = ['#f5a524', '#ffd58a', '#3fd0a0', '#aab6c6'] as const;
const SIDE = 5;
/** Columns that are not mirrored. */
const HALF = 3;

/** The filled cells as one path, each a unit square. */
export function cellsOf(address: string): string {
  const digits = [...address.toLowerCase().replace(/^0x/, '')].map(
    (digit) => Number.parseInt(digit, 16) || 0,
  );
  // Neighbouring digits are added, so that each of the 40 affects some cell.
  const filled = (cell: number) => {
    const sum = digits.reduce((all, digit, at) => (at % (SIDE * HALF) === cell ? all + digit : all), 0);
    return sum % 2 === 1;
  };
  let path = '';
  for (let cell = 0; cell < SIDE * HALF; cell += 1) {
    if (!filled(cell)) continue;
    const [x, y] = [Math.floor(cell / SIDE), cell % SIDE];
    path += `M${x} ${y}h1v1h-1z`;
    if (x < HALF - 1) path += `M${SIDE - 1 - x} ${y}h1v1h-1z`;
  }
  return path;
}

export function Identicon({ address, size = 40 }: { address: string; size?: number }) {
  const at = (place: number) => Number.parseInt(address.at(place) ?? '0', 16) || 0;
  return (
    <svg
      viewBox={`-1 -1 ${SIDE + 2} ${SIDE + 2}`}
      width={size}
      height={size}
      className="shrink-0 rounded-full"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path d="M-1-1h7v7h-7z" fill={GROUND[at(-1) % GROUND.length]} />
      <path d={cellsOf(address)} fill={ORE[at(-2) % ORE.length]} />
    </svg>
  );
}
