/** Lightness 0 to 1, chroma 0 to about 0.37, hue in degrees. */
export type Oklch = { l: number; c: number; h: number };
type LinearRgb = [number, number, number];

/** Parses `#rrggbb`; undefined for anything else. */
export function parseHex(hex: string): Oklch | undefined {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  if (!match) return undefined;
  const [r = 0, g = 0, b = 0] = match.slice(1).map((pair) => toLinear(Number.parseInt(pair, 16) / 255));
  return fromLinear([r, g, b]);
}

/** Returns `#rrggbb`, with the chroma reduced to the sRGB gamut. */
export function toHex(color: Oklch): string {
  const channels = intoGamut(color).map((value) => {
    const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, Math.max(0, encoded)) * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

/** Returns the WCAG contrast of two `#rrggbb` colors, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((index) =>
    toLinear(Number.parseInt(hex.slice(index, index + 2), 16) / 255),
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromLinear([r, g, b]: LinearRgb): Oklch {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: (Math.atan2(bb, a) * 180) / Math.PI,
  };
}

function toLinearRgb({ l, c, h }: Oklch): LinearRgb {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** Reduces the chroma until the color is in gamut; lightness and hue remain. */
function intoGamut(color: Oklch): LinearRgb {
  const isInGamut = (rgb: LinearRgb) => rgb.every((value) => value > -0.0001 && value < 1.0001);
  const full = toLinearRgb(color);
  if (isInGamut(full)) return full;
  let low = 0;
  let high = color.c;
  for (let step = 0; step < 20; step++) {
    const middle = (low + high) / 2;
    if (isInGamut(toLinearRgb({ ...color, c: middle }))) low = middle;
    else high = middle;
  }
  return toLinearRgb({ ...color, c: low });
}
