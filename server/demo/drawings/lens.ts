import { circle, type Paint } from './paint.ts';

/** One camera lens: metal ring, black glass, and the light of the window in it. */
export function lens(paint: Paint, x: number, y: number, r: number, ring: string): string {
  const metal = paint.linear('diagonal', [
    [0, '#ffffff', 0.75],
    [0.5, ring],
    [1, '#000000', 0.55],
  ]);
  const glass = paint.radial(0.36, 0.32, 0.8, [
    [0, '#3d4a6b'],
    [0.35, '#141a2a'],
    [1, '#020305'],
  ]);
  return (
    circle(x, y, r, `fill="${ring}"`) +
    circle(x, y, r, `fill="${metal}"`) +
    circle(x, y, r * 0.86, 'fill="#07080b"') +
    circle(x, y, r * 0.56, `fill="${glass}"`) +
    circle(x - r * 0.2, y - r * 0.22, r * 0.14, 'fill="#cfe0ff" opacity="0.75"') +
    circle(x + r * 0.18, y + r * 0.2, r * 0.07, 'fill="#9db7ff" opacity="0.5"')
  );
}

/** The small warm light beside a camera. */
export function flash(paint: Paint, x: number, y: number, r: number): string {
  const glow = paint.radial(0.4, 0.35, 0.75, [
    [0, '#fffdf2'],
    [0.6, '#f3e3b8'],
    [1, '#b9a67a'],
  ]);
  return circle(x, y, r, `fill="${glow}" stroke="#0008" stroke-width="0.25"`);
}
