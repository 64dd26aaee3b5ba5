import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brandColors, defaultBrand, shades, surfaces } from './brand-colors.ts';
import { contrast, parseHex, toHex } from './oklch.ts';

const hues = [
  '#0ea5e9',
  '#d946ef',
  '#ffff00',
  '#ffffff',
  '#000000',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#808080',
];

test('hex colors survive the conversion to OKLCH', () => {
  for (const hex of hues) expect(toHex(parseHex(hex) ?? { l: 0, c: 0, h: 0 })).toBe(hex);
});

test('contrast is computed as in WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

test.each(hues)('%s has readable text and fill shades in both themes', (hex) => {
  for (const theme of ['light', 'dark'] as const) {
    const shade = shades(parseHex(hex) ?? { l: 0, c: 0, h: 0 }, theme);
    for (const surface of [...Object.values(surfaces[theme]), shade.tint]) {
      expect(contrast(shade.text, surface)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(shade.fill, shade.on)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(shade.fillHover, shade.on)).toBeGreaterThanOrEqual(4.5);
  }
});

test('shades keep the hue of the brand', () => {
  const brand = parseHex(defaultBrand.primary);
  const text = parseHex(shades(brand ?? { l: 0, c: 0, h: 0 }, 'light').text);
  expect(Math.abs((text?.h ?? 0) - (brand?.h ?? 0))).toBeLessThan(4);
});

test('an invalid color falls back to the default', () => {
  expect(brandColors({ primary: 'red; } body { display: none', accent: '' })).toEqual(
    brandColors(defaultBrand),
  );
});

test('the style sheet contains the default colors and surfaces', () => {
  const css = readFileSync(new URL('../../app.css', import.meta.url), 'utf8');
  for (const [name, value] of Object.entries(brandColors(defaultBrand)))
    expect(css).toContain(`${name}: ${value};`);
  for (const [name, light] of Object.entries(surfaces.light)) {
    expect(css).toContain(
      `--${name}: light-dark(${light}, ${surfaces.dark[name as keyof typeof surfaces.dark]});`,
    );
  }
});
