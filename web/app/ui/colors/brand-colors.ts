import { contrast, type Oklch, parseHex, toHex } from './oklch.ts';

/** Background colors, and the text colors on fills; app.css uses the same values. */
export const surfaces = {
  light: { paper: '#faf7f1', raised: '#fffdf9', sunken: '#f1ede4' },
  dark: { paper: '#11161d', raised: '#181e26', sunken: '#0c1016' },
} as const;
const onFill = { light: '#ffffff', dark: '#0c1016' } as const;

export const defaultBrand = { primary: '#0ea5e9', accent: '#d946ef' } as const;

const textContrast = 4.5;

/**
 * Returns the custom properties for the store's two colors. Brand colors often lack the contrast for text, so
 * their shades keep the hue and change the lightness for each theme.
 */
export function brandColors({ primary, accent }: Brand): BrandProperties {
  // Cached, because every page needs the same shades and their search is iterative.
  if (last?.primary !== primary || last.accent !== accent) {
    const properties = {
      ...toneProperties('primary', parseHex(primary) ?? fallback(defaultBrand.primary)),
      ...toneProperties('accent', parseHex(accent) ?? fallback(defaultBrand.accent)),
    };
    last = { primary, accent, properties };
  }
  return last.properties;
}

type Brand = { primary: string; accent: string };
type BrandProperties = Record<`--${string}`, string>;
let last: (Brand & { properties: BrandProperties }) | undefined;

function fallback(hex: string): Oklch {
  const color = parseHex(hex);
  if (!color) throw new Error(`not a color: ${hex}`);
  return color;
}

function toneProperties(name: string, color: Oklch): Record<`--${string}`, string> {
  const light = shades(color, 'light');
  const dark = shades(color, 'dark');
  const pair = (key: keyof typeof light) => `light-dark(${light[key]}, ${dark[key]})`;
  return {
    [`--${name}`]: toHex(color),
    [`--${name}-text`]: pair('text'),
    [`--${name}-fill`]: pair('fill'),
    [`--${name}-fill-hover`]: pair('fillHover'),
    [`--${name}-on`]: pair('on'),
    [`--${name}-tint`]: pair('tint'),
  };
}

export function shades(color: Oklch, theme: 'light' | 'dark') {
  const { paper, raised, sunken } = surfaces[theme];
  const direction = theme === 'light' ? -1 : 1;
  const tint = toHex(
    theme === 'light'
      ? { l: 0.945, c: Math.min(color.c, 0.035), h: color.h }
      : { l: 0.28, c: Math.min(color.c, 0.055), h: color.h },
  );
  const on = onFill[theme];
  const fill = moveUntil(color, direction, (hex) => contrast(hex, on) >= textContrast);
  return {
    tint,
    on,
    text: moveUntil(color, direction, (hex) =>
      [paper, raised, sunken, tint].every((surface) => contrast(hex, surface) >= textContrast),
    ),
    fill,
    fillHover: toHex({ ...fallback(fill), l: fallback(fill).l + direction * 0.05 }),
  };
}

/** Returns the nearest sufficient shade in that direction. */
function moveUntil(color: Oklch, direction: -1 | 1, enough: (hex: string) => boolean): string {
  for (let l = color.l; l > 0 && l < 1; l += direction * 0.005) {
    const hex = toHex({ ...color, l });
    if (enough(hex)) return hex;
  }
  return direction === -1 ? '#000000' : '#ffffff';
}
