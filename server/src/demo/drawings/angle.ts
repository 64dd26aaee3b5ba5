// Flat devices turned a little, so that their thickness and one long edge are seen.
import { shade } from './colour.ts';
import { n, type Paint, rect, shadows } from './paint.ts';

export type Solid = {
  width: number;
  height: number;
  radius: number;
  thickness: number;
  /** Colour of the edge. */
  metal: string;
  /** Buttons on the edge that is seen: heights of their upper ends, with their lengths. */
  buttons: readonly (readonly [top: number, length: number])[];
};

/** What is left of the width, how far its end rises, and where the far side goes, per millimetre. */
const view = { across: 0.86, rise: -0.1, left: -0.52, up: -0.16 };

/** The face on its body, in the middle of a product's tile. */
export function turned(paint: Paint, solid: Solid, face: string, scale: number): string {
  const { width, height, radius, thickness, metal, buttons } = solid;
  const x = 400 - ((width * view.across + thickness * view.left) * scale) / 2;
  const y = 500 - ((height + width * view.rise + thickness * view.up) * scale) / 2;
  const at = (depth: number, content: string) =>
    `<g transform="matrix(${n(scale * view.across)} ${n(scale * view.rise)} 0 ${n(scale)} ${n(x + depth * view.left * scale)} ${n(y + depth * view.up * scale)})">${content}</g>`;
  const edge = paint.linear('down', [
    [0, shade(metal, 0.14)],
    [0.06, shade(metal, -0.02)],
    [0.9, shade(metal, -0.1)],
    [1, shade(metal, -0.2)],
  ]);
  const slice = rect(0, 0, width, height, radius, `fill="${edge}"`);
  const count = Math.max(3, Math.ceil(thickness / 1.1));
  const slices = Array.from({ length: count }, (_, i) => at((thickness * (count - i)) / count, slice));
  const knobs = buttons.map(([top, length]) =>
    rect(
      -0.9,
      top,
      2,
      length,
      0.8,
      `fill="${shade(metal, 0.1)}" stroke="${shade(metal, -0.2)}" stroke-width="0.3"`,
    ),
  );
  const middle = Math.floor(count / 2);
  const shadow = rect(3, 6, width, height, radius, 'fill="#0b0d12" opacity="0.26"');
  return (
    shadows(at(0, shadow)) +
    slices.slice(0, middle).join('') +
    at(thickness * 0.62, knobs.join('')) +
    at(thickness * 0.4, knobs.join('')) +
    slices.slice(middle).join('') +
    at(0, face)
  );
}
