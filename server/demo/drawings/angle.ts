// Flat devices rotated slightly, so that their thickness and one long edge are visible.
import { shade } from './color.ts';
import { n, type Paint, rect, shadows } from './paint.ts';

export type Solid = {
  width: number;
  height: number;
  radius: number;
  thickness: number;
  /** Color of the edge. */
  metal: string;
  /** Buttons on the visible edge: distance of each from the top, and its length. */
  buttons: readonly (readonly [top: number, length: number])[];
};

/** Projection per millimeter: remaining width, rise of the far end, offset of the far side. */
const view = { across: 0.86, rise: -0.1, left: -0.52, up: -0.16 };

/** Draws content `depth` millimeters behind the face. */
export type Projection = (depth: number, content: string) => string;

/** Returns the projection of a face that is rotated to the right, with its origin at x, y. */
export function projectionAt(x: number, y: number, scale: number): Projection {
  const { across, rise, left, up } = view;
  const turn = [scale * across, scale * rise, 0, scale].map(n).join(' ');
  return (depth, content) =>
    `<g transform="matrix(${turn} ${n(x + depth * left * scale)} ${n(y + depth * up * scale)})">${content}</g>`;
}

/** Returns copies of an outline at increasing depth, farthest first, which look like one solid edge. */
export function layers(project: Projection, thickness: number, outline: string): string[] {
  const count = Math.max(3, Math.ceil(thickness / 1.1));
  return Array.from({ length: count }, (_, i) => project((thickness * (count - i)) / count, outline));
}

export function edgeFill(paint: Paint, metal: string): string {
  return paint.linear('down', [
    [0, shade(metal, 0.14)],
    [0.06, shade(metal, -0.02)],
    [0.9, shade(metal, -0.1)],
    [1, shade(metal, -0.2)],
  ]);
}

/** Draws the face on its body, centered on a product's tile. */
export function drawRotated(paint: Paint, solid: Solid, face: string, scale: number): string {
  const { width, height, radius, thickness, metal, buttons } = solid;
  const x = 400 - ((width * view.across + thickness * view.left) * scale) / 2;
  const y = 500 - ((height + width * view.rise + thickness * view.up) * scale) / 2;
  const project = projectionAt(x, y, scale);
  const outline = rect(0, 0, width, height, radius, `fill="${edgeFill(paint, metal)}"`);
  const edge = layers(project, thickness, outline);
  const middle = Math.floor(edge.length / 2);
  const button = `fill="${shade(metal, 0.1)}" stroke="${shade(metal, -0.2)}" stroke-width="0.3"`;
  const knobs = buttons.map(([top, length]) => rect(-0.9, top, 2, length, 0.8, button)).join('');
  const shadow = rect(3, 6, width, height, radius, 'fill="#0b0d12" opacity="0.26"');
  return (
    shadows(project(0, shadow)) +
    edge.slice(0, middle).join('') +
    project(thickness * 0.62, knobs) +
    project(thickness * 0.4, knobs) +
    edge.slice(middle).join('') +
    project(0, face)
  );
}
