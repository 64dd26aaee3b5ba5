// Color arithmetic in OKLCH, so that "lighter" looks equally lighter for every body color.

type Lch = { l: number; c: number; h: number };

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function gamma(channel: number): number {
  const clamped = Math.min(1, Math.max(0, channel));
  return clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055;
}

function parse(hex: string): Lch {
  const part = (at: number) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r, g, b] = [part(1), part(3), part(5)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { l: lightness, c: Math.hypot(a, bb), h: Math.atan2(bb, a) };
}

/** Returns a hex color from OKLCH lightness (0 to 1), chroma (0 to 0.37) and hue in degrees. */
export function lch(l: number, c: number, hueDegrees: number): string {
  const hue = (hueDegrees * Math.PI) / 180;
  const a = c * Math.cos(hue);
  const b = c * Math.sin(hue);
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ];
  return `#${channels
    .map((channel) =>
      Math.round(gamma(channel) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Returns the same hue, lighter (positive) or darker (negative) by this OKLCH lightness. */
export function shade(hex: string, by: number): string {
  const { l, c, h } = parse(hex);
  const lightness = Math.min(1, Math.max(0.06, l + by));
  return lch(lightness, lightness > 0.97 ? c * 0.5 : c, (h * 180) / Math.PI);
}

export function lightness(hex: string): number {
  return parse(hex).l;
}

/** Returns a paper color with a tint of the device's color; `by` makes it lighter or darker. */
export function paper(body: string, by = 0): string {
  const { l, c, h } = parse(body);
  const base = l > 0.85 && c < 0.04 ? 0.9 : 0.935;
  return lch(base + by, Math.min(0.02, c * 0.3), (h * 180) / Math.PI);
}
