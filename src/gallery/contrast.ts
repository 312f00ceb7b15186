// How readable one colour is on another (WCAG 2.2): 4.5 for text, 3 for large text and graphics.

/** Linear light of one channel, 0..255. */
const linear = (value: number): number => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** "#f5a524" or "#fff" as three numbers. */
function channels(hex: string): number[] {
  const digits = hex.slice(1);
  const six = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  return [0, 2, 4].map((at) => Number.parseInt(six.slice(at, at + 2), 16));
}

function light(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [light(one), light(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}
