// Handheld consoles, drawn in millimetres: front and back, one above the other.
import { shade } from './colour.ts';
import { diamond, directionPad, stick } from './controller.ts';
import {
  circle,
  contact,
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
  /** Controllers that slide off at both sides, or one wide body with grips. */
  form: 'detachable' | 'one-piece';
  width: number;
  height: number;
  screen: { width: number; height: number };
  /** Colours of the left and right controllers, where they can be slid off. */
  sides: readonly [left: string, right: string];
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

function plastic(paint: Paint, colour: string): string {
  return paint.linear('diagonal', [
    [0, shade(colour, 0.1)],
    [0.5, colour],
    [1, shade(colour, -0.1)],
  ]);
}

function slideOn(paint: Paint, shape: HandheldShape, colours: readonly [string, string]): string {
  const w = 35.9;
  const { width, height } = shape;
  const left = `M${w} 0V${height}H21Q0 ${height} 0 ${height - 21}V21Q0 0 21 0Z`;
  const right = `M${width - w} 0V${height}H${width - 21}Q${width} ${height} ${width} ${height - 21}V21Q${width} 0 ${width - 21} 0Z`;
  const rim = 'stroke="#fff" stroke-opacity="0.35" stroke-width="0.5"';
  return (
    path(left, `fill="${plastic(paint, colours[0])}" ${rim}`) +
    path(right, `fill="${plastic(paint, colours[1])}" ${rim}`)
  );
}

function detachableFront(paint: Paint, shape: HandheldShape): string {
  const { width, height } = shape;
  const dark = '#1d1e21';
  const four = [dark, dark, dark, dark] as const;
  return (
    slideOn(paint, shape, shape.sides) +
    rect(34.6, 0.4, width - 69.2, height - 0.8, 1.6, 'fill="#090a0c"') +
    display(paint, shape) +
    stick(paint, 18.4, 28, 6.6) +
    diamond(18.4, 54, 7, 3.4, four) +
    rect(26, 11.4, 5.6, 1.6, 0.6, `fill="${dark}"`) +
    rect(21.5, 71, 4.6, 4.6, 1, `fill="${dark}"`) +
    diamond(width - 18.4, 28, 7, 3.4, four) +
    stick(paint, width - 18.4, 54, 6.6) +
    rect(width - 31.6, 11.4, 5.6, 1.6, 0.6, `fill="${dark}"`) +
    circle(width - 23.6, 73.4, 2.4, `fill="${dark}"`)
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
    circle(width - 12, 58, 2.2, 'fill="#e2793a"')
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

function detachableBack(paint: Paint, shape: HandheldShape, body: string): string {
  const { width: w, height: h } = shape;
  const [left, right] = shape.sides;
  const line = `fill="none" stroke="${shade(body, -0.22)}" stroke-width="0.6"`;
  const vents = Array.from({ length: 10 }, (_, i) =>
    rect(w / 2 - 29 + i * 6, 8, 3.4, 2.2, 1.1, 'fill="#0c0d0f"'),
  ).join('');
  return (
    slideOn(paint, shape, [right, left]) +
    rect(34.6, 0.4, w - 69.2, h - 0.8, 1.6, `fill="${plastic(paint, body)}"`) +
    rect(35, 58, w - 70, h - 59, 2.4, line) +
    vents +
    rect(46, 55.8, 16, 4, 1, `fill="${shade(body, -0.18)}"`) +
    rect(w - 62, 55.8, 16, 4, 1, `fill="${shade(body, -0.18)}"`) +
    rect(12, 46, 8, 4, 2, `fill="${shade(right, -0.16)}"`) +
    rect(w - 20, 46, 8, 4, 2, `fill="${shade(left, -0.16)}"`)
  );
}

/** The side with the screen, in millimetres, its upper left corner at the origin. */
export function handheldFront(paint: Paint, shape: HandheldShape, body: string): string {
  return shape.form === 'detachable' ? detachableFront(paint, shape) : onePieceFront(paint, shape, body);
}

function back(paint: Paint, shape: HandheldShape, body: string): string {
  return shape.form === 'detachable' ? detachableBack(paint, shape, body) : onePieceBack(paint, shape, body);
}

export function drawHandheld(shape: HandheldShape, body: string, view: HandheldView): string {
  const paint = startPaint();
  const scale = 700 / shape.width;
  const height = shape.height * scale;
  const x = 400 - (shape.width * scale) / 2;
  const at = (y: number, drawing: string) =>
    shadows(
      rect(x + 18, y + 22, 700, height - 14, 60, 'fill="#0b0d12" opacity="0.22"') +
        contact(400, y + height, 640, 0.9),
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
