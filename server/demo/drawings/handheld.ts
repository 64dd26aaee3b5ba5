// Handheld consoles, drawn in millimeters: front and back, one above the other.
import { shade } from './color.ts';
import { diamond, directionPad, stick } from './controller.ts';
import {
  circle,
  contact,
  n,
  type Paint,
  path,
  place,
  rect,
  shadows,
  startPaint,
  tile,
  wallpaper,
} from './paint.ts';

export type HandheldShape = {
  kind: 'handheld';
  /** Detachable controllers, the same outline in one shell, one wide body with grips and trackpads, or one with beveled corners and lit sticks. */
  form: 'detachable' | 'fixed' | 'one-piece' | 'bevelled';
  width: number;
  height: number;
  screen: { width: number; height: number };
  /** Colors of the left and right detachable controllers. */
  sides: readonly [left: string, right: string];
  /** Width of a detachable controller; defaults to the narrowest. */
  sideWidth?: number;
  /** Colored rings around the left and right stick. */
  rings?: readonly [left: string, right: string];
  /** A small trackpad below the right stick. */
  trackpad?: true;
  /** Color of the buttons; dark by default. */
  keys?: string;
  /** Color of the power button or other small accent. */
  accent?: string;
  wallpaperHue: number;
};

export type HandheldView = 'pair' | 'front' | 'back';

function display(paint: Paint, shape: HandheldShape): string {
  const { width, height } = shape.screen;
  const area = [(shape.width - width) / 2, (shape.height - height) / 2, width, height] as const;
  const clip = paint.clip(rect(...area, 1.6, ''));
  const gloss = paint.linear('diagonal', [
    [0, '#ffffff', 0.32],
    [0.42, '#ffffff', 0.05],
    [0.43, '#ffffff', 0],
  ]);
  return `<g clip-path="${clip}">${wallpaper(paint, ...area, shape.wallpaperHue)}${rect(...area, 0, `fill="${gloss}"`)}</g>`;
}

function plastic(paint: Paint, color: string): string {
  return paint.linear('diagonal', [
    [0, shade(color, 0.1)],
    [0.5, color],
    [1, shade(color, -0.1)],
  ]);
}

function slideOn(paint: Paint, shape: HandheldShape, colors: readonly [string, string]): string {
  const w = shape.sideWidth ?? 35.9;
  const { width, height } = shape;
  const left = `M${w} 0V${height}H21Q0 ${height} 0 ${height - 21}V21Q0 0 21 0Z`;
  const right = `M${width - w} 0V${height}H${width - 21}Q${width} ${height} ${width} ${height - 21}V21Q${width} 0 ${width - 21} 0Z`;
  const rim = 'stroke="#fff" stroke-opacity="0.35" stroke-width="0.5"';
  return (
    path(left, `fill="${plastic(paint, colors[0])}" ${rim}`) +
    path(right, `fill="${plastic(paint, colors[1])}" ${rim}`)
  );
}

function oneShell(paint: Paint, { width, height }: HandheldShape, body: string): string {
  return rect(
    0,
    0,
    width,
    height,
    21,
    `fill="${plastic(paint, body)}" stroke="#fff" stroke-opacity="0.35" stroke-width="0.5"`,
  );
}

/** Draws a stick, with a colored ring if there is one. */
function ringedStick(paint: Paint, x: number, y: number, r: number, ring?: string): string {
  return (ring ? circle(x, y, r * 1.45, `fill="${ring}"`) : '') + stick(paint, x, y, r);
}

function detachableFront(paint: Paint, shape: HandheldShape, body: string): string {
  const { width, height } = shape;
  const w = shape.sideWidth ?? 35.9;
  const isFixed = shape.form === 'fixed';
  const dark = shape.keys ?? '#1d1e21';
  const four = [dark, dark, dark, dark] as const;
  const middle = w / 2 + 0.4;
  const low = height * 0.53;
  return (
    (isFixed
      ? oneShell(paint, shape, body) + rect(w + 0.6, 7, width - 2 * w - 1.2, height - 14, 4, 'fill="#0b0c0e"')
      : slideOn(paint, shape, shape.sides) +
        rect(w - 1.3, 0.4, width - 2 * w + 2.6, height - 0.8, 1.6, 'fill="#090a0c"')) +
    display(paint, shape) +
    ringedStick(paint, middle, height * 0.275, 6.6, shape.rings?.[0]) +
    (isFixed ? directionPad(middle, low, 19, dark) : diamond(middle, low, 7, 3.4, four)) +
    rect(w - 9.9, 11.4, 5.6, 1.6, 0.6, `fill="${dark}"`) +
    rect(w - 14.4, height * 0.7, 4.6, 4.6, 1, `fill="${dark}"`) +
    diamond(width - middle, height * 0.275, 7, 3.4, four) +
    ringedStick(paint, width - middle, low, 6.6, shape.rings?.[1]) +
    rect(width - w + 4.3, 11.4, 5.6, 1.6, 0.6, `fill="${dark}"`) +
    (shape.trackpad
      ? rect(
          width - w + 4,
          height * 0.68,
          w - 14,
          24,
          3,
          `fill="${shade(body, 0.05)}" stroke="${shade(body, 0.18)}" stroke-width="0.5"`,
        )
      : circle(width - w + 12.3, height * 0.72, 2.4, `fill="${dark}"`))
  );
}

function bevelledOutline({ width: w, height: h }: HandheldShape): string {
  return `M34 3H${w - 34}L${w - 15} 8Q${w - 5} 12 ${w - 3} 24L${w} ${h * 0.62}Q${w} ${h * 0.9} ${w - 14} ${h}Q${w - 26} ${h + 3} ${w - 40} ${h - 5}L${w - 54} ${h - 9}H54L40 ${h - 5}Q26 ${h + 3} 14 ${h}Q0 ${h * 0.9} 0 ${h * 0.62}L3 24Q5 12 15 8Z`;
}

/** Draws sticks with light rings, and a slanted line beside the display. */
function bevelledFront(paint: Paint, shape: HandheldShape, body: string): string {
  const { width: w, height: h, screen } = shape;
  const dark = shape.keys ?? '#26272b';
  const top = (h - screen.height) / 2 - 6;
  return (
    path(
      bevelledOutline(shape),
      `fill="${plastic(paint, body)}" stroke="${shade(body, -0.12)}" stroke-width="0.6"`,
    ) +
    rect((w - screen.width) / 2 - 5, top, screen.width + 10, screen.height + 12, 3, 'fill="#08090b"') +
    display(paint, shape) +
    path(
      `M8 ${n(h * 0.62)}L52 ${h - 12}M${w - 8} ${n(h * 0.62)}L${w - 52} ${h - 12}`,
      `stroke="${shade(body, -0.1)}" stroke-width="0.8"`,
    ) +
    ringedStick(paint, 30, 32, 9, shape.rings?.[0]) +
    directionPad(33, 64, 18, dark) +
    diamond(w - 30, 32, 8, 3.9, [dark, dark, dark, dark]) +
    ringedStick(paint, w - 33, 64, 9, shape.rings?.[1]) +
    rect(47, 15, 6, 2.2, 1, `fill="${dark}"`) +
    rect(w - 53, 15, 6, 2.2, 1, `fill="${dark}"`)
  );
}

function bevelledBack(paint: Paint, shape: HandheldShape, body: string): string {
  const { width: w, height: h } = shape;
  const dark = shade(body, -0.2);
  const slits = (x: number, step: number) =>
    path(
      Array.from({ length: 9 }, (_, i) => `M${n(x + i * step)} 24l${n(step * 1.6)} 30`).join(''),
      `stroke="${dark}" stroke-width="2.2" stroke-linecap="round"`,
    );
  return (
    path(
      bevelledOutline(shape),
      `fill="${plastic(paint, body)}" stroke="${shade(body, -0.12)}" stroke-width="0.6"`,
    ) +
    slits(68, 5) +
    slits(w - 68, -5) +
    path(
      `M56 ${h - 12}L${n(w / 2)} ${n(h * 0.52)}L${w - 56} ${h - 12}`,
      `fill="none" stroke="${shade(body, -0.08)}" stroke-width="1"`,
    ) +
    rect(38, 52, 15, 8, 3, `fill="${shade(body, -0.07)}" stroke="${dark}" stroke-width="0.5"`) +
    rect(w - 53, 52, 15, 8, 3, `fill="${shade(body, -0.07)}" stroke="${dark}" stroke-width="0.5"`) +
    rect(w / 2 - 14, 8, 28, 3, 1.5, `fill="${dark}"`)
  );
}

function onePieceOutline(shape: HandheldShape): string {
  const { width: w, height: h } = shape;
  return `M30 4C60 0 ${w - 60} 0 ${w - 30} 4C${w - 8} 6 ${w} 20 ${w} 44C${w} 74 ${w + 1} 94 ${w - 8} ${h - 6}C${w - 14} ${h + 2} ${w - 36} ${h} ${w - 50} ${h - 4}C${w - 80} ${h - 8} 80 ${h - 8} 50 ${h - 4}C36 ${h} 14 ${h + 2} 8 ${h - 6}C-1 94 0 74 0 44C0 20 8 6 30 4Z`;
}

function onePieceFront(paint: Paint, shape: HandheldShape, body: string): string {
  const { width } = shape;
  const keys = shade(body, 0.16);
  const pad = (x: number) =>
    rect(x, 62, 32, 32, 4, `fill="${shade(body, 0.035)}" stroke="${shade(body, 0.14)}" stroke-width="0.5"`);
  const { screen } = shape;
  return (
    path(
      onePieceOutline(shape),
      `fill="${plastic(paint, body)}" stroke="${shade(body, 0.2)}" stroke-width="0.6"`,
    ) +
    rect(
      (width - screen.width) / 2 - 4,
      (shape.height - screen.height) / 2 - 4,
      screen.width + 8,
      screen.height + 8,
      3,
      'fill="#050507"',
    ) +
    display(paint, shape) +
    directionPad(18, 33, 19, keys) +
    stick(paint, 45, 37, 9) +
    pad(27) +
    diamond(width - 18, 33, 8.4, 4, [keys, keys, keys, keys]) +
    stick(paint, width - 45, 37, 9) +
    pad(width - 59) +
    circle(12, 58, 2.2, `fill="${keys}"`) +
    circle(width - 12, 58, 2.2, `fill="${shape.accent ?? keys}"`)
  );
}

function onePieceBack(paint: Paint, shape: HandheldShape, body: string): string {
  const { width: w, height: h } = shape;
  const dark = shade(body, -0.1);
  const vent = Array.from({ length: 12 }, (_, i) =>
    rect(w / 2 - 34 + i * 5.8, 30, 3, 26, 1.5, `fill="${dark}"`),
  ).join('');
  const paddle = (x: number, y: number) =>
    rect(x, y, 15, 9, 3, `fill="${shade(body, 0.07)}" stroke="${dark}" stroke-width="0.6"`);
  const grip = (x: number) =>
    rect(x, 34, 40, 74, 18, `fill="${shade(body, 0.03)}" stroke="${dark}" stroke-width="0.5"`);
  return (
    path(
      onePieceOutline(shape),
      `fill="${plastic(paint, body)}" stroke="${shade(body, 0.18)}" stroke-width="0.6"`,
    ) +
    vent +
    rect(w / 2 - 40, h - 22, 80, 3, 1.5, `fill="${dark}"`) +
    grip(12) +
    grip(w - 52) +
    [50, 64].map((y) => paddle(44, y) + paddle(w - 59, y)).join('')
  );
}

/** Draws four screws, a line for the brand name and speaker slots on a back without a stand. */
function fixedBack({ width: w, height: h }: HandheldShape, body: string): string {
  const dark = shade(body, -0.2);
  const screws = [
    [16, 14],
    [w - 16, 14],
    [16, h - 14],
    [w - 16, h - 14],
  ].map(([x = 0, y = 0]) => circle(x, y, 1.8, `fill="${dark}"`));
  return (
    screws.join('') +
    rect(w / 2 - 16, h / 2 - 3, 32, 6, 2, `fill="${shade(body, 0.1)}"`) +
    rect(52, h - 8, 12, 2, 1, `fill="${dark}"`) +
    rect(w - 64, h - 8, 12, 2, 1, `fill="${dark}"`)
  );
}

function detachableBack(paint: Paint, shape: HandheldShape, body: string): string {
  const { width: w, height: h } = shape;
  const [left, right] = shape.sides;
  const side = shape.sideWidth ?? 35.9;
  const isFixed = shape.form === 'fixed';
  const line = `fill="none" stroke="${shade(body, -0.22)}" stroke-width="0.6"`;
  const vents = Array.from({ length: 10 }, (_, i) =>
    rect(w / 2 - 29 + i * 6, 8, 3.4, 2.2, 1.1, 'fill="#0c0d0f"'),
  ).join('');
  return (
    (isFixed
      ? oneShell(paint, shape, body)
      : slideOn(paint, shape, [right, left]) +
        rect(side - 1.3, 0.4, w - 2 * side + 2.6, h - 0.8, 1.6, `fill="${plastic(paint, body)}"`)) +
    vents +
    (isFixed
      ? fixedBack(shape, body)
      : rect(side - 0.9, h * 0.57, w - 2 * side + 1.8, h * 0.42, 2.4, line) +
        rect(side + 10, h * 0.55, 16, 4, 1, `fill="${shade(body, -0.18)}"`) +
        rect(w - side - 26, h * 0.55, 16, 4, 1, `fill="${shade(body, -0.18)}"`) +
        rect(12, 46, 8, 4, 2, `fill="${shade(right, -0.16)}"`) +
        rect(w - 20, 46, 8, 4, 2, `fill="${shade(left, -0.16)}"`))
  );
}

/** Draws the front in millimeters, with its upper left corner at the origin. */
export function handheldFront(paint: Paint, shape: HandheldShape, body: string): string {
  if (shape.form === 'one-piece') return onePieceFront(paint, shape, body);
  if (shape.form === 'bevelled') return bevelledFront(paint, shape, body);
  return detachableFront(paint, shape, body);
}

function back(paint: Paint, shape: HandheldShape, body: string): string {
  if (shape.form === 'one-piece') return onePieceBack(paint, shape, body);
  if (shape.form === 'bevelled') return bevelledBack(paint, shape, body);
  return detachableBack(paint, shape, body);
}

export function drawHandheld(shape: HandheldShape, body: string, view: HandheldView): string {
  const paint = startPaint();
  // Size differences are reduced, so that small consoles still fill the tile.
  const breadth = Math.min(720, 480 + shape.width * 0.78);
  const scale = breadth / shape.width;
  const height = shape.height * scale;
  const x = 400 - (shape.width * scale) / 2;
  const at = (y: number, drawing: string) =>
    shadows(
      rect(x + 18, y + 22, breadth, height - 14, 60, 'fill="#0b0d12" opacity="0.22"') +
        contact(400, y + height, breadth * 0.91, 0.9),
    ) + place(x, y, scale, drawing);
  if (view === 'front') return tile(paint, body, at(500 - height / 2, handheldFront(paint, shape, body)));
  if (view === 'back') return tile(paint, body, at(500 - height / 2, back(paint, shape, body)));
  const gap = 70;
  return tile(
    paint,
    body,
    at(500 - gap / 2 - height, back(paint, shape, body)) +
      at(500 + gap / 2, handheldFront(paint, shape, body)),
  );
}
