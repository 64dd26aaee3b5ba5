// Backs of tablets with their cameras, stands and strips, in millimeters.
import { shade } from './color.ts';
import { flash, lens } from './lens.ts';
import { circle, n, type Paint, path, rect } from './paint.ts';

export type TabletBack =
  | 'single-lens'
  | 'lens-and-flash'
  | 'square-island'
  | 'raised-lens-and-flash'
  | 'glass-strip'
  | 'soft-lens'
  | 'wide-speakers'
  | 'kickstand'
  | 'cylinder';

type Size = { width: number; height: number };
type Draw = (paint: Paint, size: Size, body: string) => string;

/** Draws the three keyboard contacts, which the smallest tablets do not have. */
function keyboardContacts(width: number, height: number, body: string): string {
  if (width < 150) return '';
  const dot = `fill="${shade(body, -0.2)}"`;
  return [-4.4, 0, 4.4].map((x) => circle(width / 2 + x, height - 9, 1.1, dot)).join('');
}

/** Returns a gradient for the flap of a stand or a rounded barrel. */
function rounded(paint: Paint, body: string): string {
  return paint.linear('down', [
    [0, shade(body, 0.05)],
    [1, shade(body, -0.05)],
  ]);
}

export const tabletBacks: Record<TabletBack, Draw> = {
  'single-lens': (paint, _size, body) =>
    lens(paint, 14.5, 14.5, 6.4, shade(body, -0.04)) + circle(26, 14.5, 0.8, 'fill="#000" opacity="0.4"'),
  'lens-and-flash': (paint, { width, height }, body) =>
    lens(paint, 13, 13, 5.4, shade(body, -0.04)) +
    flash(paint, 13, 24.4, 1.9) +
    circle(24, 13, 0.7, 'fill="#000" opacity="0.4"') +
    keyboardContacts(width, height, body),
  'square-island': (paint, { width, height }, body) =>
    rect(5.9, 6.3, 27.4, 27.4, 8, 'fill="#000" opacity="0.2"') +
    rect(
      5.4,
      5.4,
      27.4,
      27.4,
      8,
      `fill="${shade(body, 0.05)}" stroke="${shade(body, 0.16)}" stroke-width="0.5"`,
    ) +
    lens(paint, 13.6, 13.6, 6.2, shade(body, -0.02)) +
    circle(25.6, 24.6, 4, 'fill="#090a0d"') +
    flash(paint, 25.6, 12.4, 1.9) +
    circle(13.6, 26, 0.7, 'fill="#000" opacity="0.5"') +
    keyboardContacts(width, height, body),
  'raised-lens-and-flash': (paint, { width }, body) =>
    lens(paint, 13.5, 13.5, 6.2, shade(body, 0.05)) +
    flash(paint, 13.5, 27.5, 2) +
    rect(width / 2 - 44, 8.4, 88, 9.4, 4.7, `fill="${shade(body, -0.06)}" opacity="0.6"`),
  // Landscape: two lenses in the strip that charges the pen.
  'glass-strip': (paint, { width }, body) =>
    rect(7.2, 9, 168, 15, 7.5, 'fill="#0e0f12"') +
    rect(7.2, 9, 168, 15, 7.5, `fill="none" stroke="${shade(body, 0.12)}" stroke-width="0.6"`) +
    lens(paint, 16.2, 16.5, 5.6, '#3a3c41') +
    lens(paint, 31.4, 16.5, 5.6, '#3a3c41') +
    flash(paint, 42.6, 16.5, 1.9) +
    rect(width - 60, 3.6, 36, 0.8, 0.4, `fill="${shade(body, -0.12)}"`),
  // Landscape, docked: one lens, four contacts, small feet.
  'soft-lens': (paint, { width, height }, body) =>
    lens(paint, 17, 17, 4.6, shade(body, -0.08)) +
    [-7.5, -2.5, 2.5, 7.5]
      .map((x) => circle(width / 2 + x, height - 42, 1.5, `fill="${shade('#b8a67a', -0.05)}"`))
      .join('') +
    rect(width / 2 - 34, height - 5.4, 68, 2, 1, `fill="${shade(body, -0.14)}"`),
  // Landscape: a plain shell with one lens in a corner.
  'wide-speakers': (paint, { width }, body) =>
    lens(paint, 14.5, 14, 4.4, shade(body, -0.05)) +
    path(
      `M24 3.4h26M${n(width - 50)} 3.4h26`,
      `stroke="${shade(body, -0.2)}" stroke-width="1.7" stroke-dasharray="1.1 1.5" fill="none"`,
    ),
  kickstand: (paint, { width, height }, body) => {
    const hinge = height * 0.47;
    const notch = `fill="${shade(body, -0.22)}"`;
    return (
      lens(paint, width / 2, 12, 4.2, '#1a1c20') +
      rect(
        5,
        hinge,
        width - 10,
        height - hinge - 5,
        3,
        `fill="${rounded(paint, body)}" stroke="${shade(body, -0.24)}" stroke-width="0.9"`,
      ) +
      rect(24, hinge - 1.7, 28, 3.4, 1, notch) +
      rect(width - 52, hinge - 1.7, 28, 3.4, 1, notch)
    );
  },
  // Landscape: fabric above, a steel loop around the barrel with the batteries.
  cylinder: (paint, { width, height }, body) => {
    const barrel = paint.linear('down', [
      [0, shade(body, -0.08)],
      [0.25, shade(body, 0.22)],
      [0.55, shade(body, 0.02)],
      [1, shade(body, -0.16)],
    ]);
    const steel = paint.linear('right', [
      [0, '#9a9da2'],
      [0.5, '#dfe1e4'],
      [1, '#8a8d92'],
    ]);
    const top = height - 44;
    return (
      path(
        `M6 12H${n(width - 6)}M6 20H${n(width - 6)}M6 28H${n(width - 6)}`,
        `stroke="${shade(body, 0.05)}" stroke-width="3" stroke-dasharray="1.2 1.6" fill="none" opacity="0.6"`,
      ) +
      path(
        `M${n(width * 0.2)} ${n(top + 8)}V${n(top - 46)}q0-14 14-14H${n(width * 0.8 - 14)}q14 0 14 14V${n(top + 8)}`,
        `fill="none" stroke="${steel}" stroke-width="7"`,
      ) +
      rect(0, top, width, 44, 12, `fill="${barrel}"`) +
      circle(width * 0.2, top + 22, 11, `fill="${steel}"`) +
      circle(width * 0.8, top + 22, 11, `fill="${steel}"`)
    );
  },
};
