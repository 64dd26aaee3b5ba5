// Phones, drawn in millimetres from their published measures.
import { lightness, shade } from './colour.ts';
import { flash, lens } from './lens.ts';
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

export type PhoneShape = {
  kind: 'phone';
  width: number;
  height: number;
  radius: number;
  /** Black border between frame and lit screen. */
  bezel: number;
  front: 'notch' | 'island' | 'punch-hole';
  camera: 'diagonal-pair' | 'triple-square' | 'corner-column' | 'full-width-bar';
  /** Heights of the side buttons' upper ends, with their lengths. */
  leftButtons: readonly (readonly [top: number, length: number])[];
  rightButtons: readonly (readonly [top: number, length: number])[];
  /** Where the frame is not simply a shade of the back. */
  frame?: string;
  wallpaperHue: number;
};

export type PhoneView = 'pair' | 'front' | 'back';

function frame(paint: Paint, shape: PhoneShape, body: string): string {
  const metal = shape.frame ?? body;
  const fill = paint.linear('right', [
    [0, shade(metal, 0.16)],
    [0.03, shade(metal, -0.06)],
    [0.5, shade(metal, 0.06)],
    [0.97, shade(metal, -0.1)],
    [1, shade(metal, 0.08)],
  ]);
  const button = `fill="${shade(metal, -0.04)}"`;
  const left = shape.leftButtons.map(([top, length]) => rect(-0.7, top, 1.4, length, 0.5, button));
  const right = shape.rightButtons.map(([top, length]) =>
    rect(shape.width - 0.7, top, 1.4, length, 0.5, button),
  );
  return [...left, ...right].join('') + rect(0, 0, shape.width, shape.height, shape.radius, `fill="${fill}"`);
}

function frontCamera(shape: PhoneShape, top: number): string {
  const middle = shape.width / 2;
  const glint = (x: number, y: number) =>
    circle(x, y, 0.95, 'fill="#10162a"') + circle(x - 0.3, y - 0.3, 0.25, 'fill="#6f86c9"');
  if (shape.front === 'punch-hole')
    return circle(middle, top + 4.6, 1.9, 'fill="#050507"') + glint(middle, top + 4.6);
  if (shape.front === 'island') {
    return rect(middle - 9.6, top + 2.4, 19.2, 5.7, 2.85, 'fill="#050507"') + glint(middle + 6.6, top + 5.25);
  }
  const half = 13.3;
  const notch = `M${n(middle - half - 1.6)} ${n(top - 0.2)}q1.6 0 1.6 1.6v1.2q0 2.8 2.8 2.8h${n(2 * half - 5.6)}q2.8 0 2.8-2.8v-1.2q0-1.6 1.6-1.6z`;
  return path(notch, 'fill="#050507"') + glint(middle - 8.4, top + 2.6);
}

function front(paint: Paint, shape: PhoneShape, body: string): string {
  const { width, height, radius } = shape;
  const edge = 1.3;
  const inset = edge + shape.bezel;
  const screen = rect(inset, inset, width - 2 * inset, height - 2 * inset, radius - inset + 0.6, '');
  const clip = paint.clip(screen);
  const gloss = paint.linear('diagonal', [
    [0, '#ffffff', 0.34],
    [0.42, '#ffffff', 0.06],
    [0.43, '#ffffff', 0],
  ]);
  return (
    frame(paint, shape, body) +
    rect(edge, edge, width - 2 * edge, height - 2 * edge, radius - edge, 'fill="#050507"') +
    `<g clip-path="${clip}">${wallpaper(paint, inset, inset, width - 2 * inset, height - 2 * inset, shape.wallpaperHue)}` +
    `${rect(inset, inset, width - 2 * inset, height - 2 * inset, 0, `fill="${gloss}"`)}` +
    `${rect(width / 2 - 11, height - inset - 3, 22, 0.9, 0.45, 'fill="#fff" opacity="0.85"')}</g>` +
    frontCamera(shape, inset) +
    rect(
      0.25,
      0.25,
      width - 0.5,
      height - 0.5,
      radius,
      'fill="none" stroke="#fff" stroke-opacity="0.22" stroke-width="0.4"',
    )
  );
}

function plateau(paint: Paint, x: number, y: number, w: number, h: number, r: number, body: string): string {
  const fill = paint.linear('diagonal', [
    [0, shade(body, 0.08)],
    [1, shade(body, -0.05)],
  ]);
  return (
    rect(x + 0.7, y + 0.9, w, h, r, 'fill="#000" opacity="0.2"') +
    rect(x, y, w, h, r, `fill="${fill}" stroke="${shade(body, 0.14)}" stroke-width="0.4"`)
  );
}

/** The camera layouts by which people know a phone from across the room. */
const cameras: Record<PhoneShape['camera'], (paint: Paint, shape: PhoneShape, body: string) => string> = {
  'diagonal-pair': (paint, _shape, body) =>
    plateau(paint, 3.6, 3.6, 28.5, 28.5, 8.4, body) +
    lens(paint, 12, 12, 6.7, shade(body, 0.05)) +
    lens(paint, 23.8, 23.8, 6.7, shade(body, 0.05)) +
    flash(paint, 24.2, 11.6, 2.3) +
    circle(11.6, 24.2, 0.7, 'fill="#000" opacity="0.55"'),
  'triple-square': (paint, _shape, body) =>
    plateau(paint, 3, 3, 36, 36.8, 10.6, body) +
    lens(paint, 12.8, 12.6, 8, shade(body, 0.02)) +
    lens(paint, 12.8, 30.2, 8, shade(body, 0.02)) +
    lens(paint, 29, 21.4, 8, shade(body, 0.02)) +
    flash(paint, 29.2, 9.2, 2.4) +
    circle(29.2, 33.8, 2.2, 'fill="#08090c"') +
    circle(21.4, 36, 0.6, 'fill="#000" opacity="0.5"'),
  'corner-column': (paint, _shape, body) => {
    const metal = shade(body, lightness(body) < 0.4 ? 0.09 : -0.03);
    const fill = paint.linear('diagonal', [
      [0, shade(metal, 0.16)],
      [0.5, metal],
      [1, shade(metal, -0.1)],
    ]);
    const outline = `M0 9.5Q0 0 9.5 0H18.5Q24 0 24 5.5V41Q24 48.6 16.4 48.6H4.6Q0 48.6 0 53Z`;
    return (
      path(outline, 'fill="#000" opacity="0.22" transform="translate(.7 .9)"') +
      path(outline, `fill="${fill}"`) +
      [10.6, 24.6, 38.6].map((y) => lens(paint, 11.8, y, 5.5, shade(metal, -0.1))).join('') +
      flash(paint, 30.6, 14.6, 1.9)
    );
  },
  'full-width-bar': (paint, shape, body) => {
    const metal = shape.frame ?? shade(body, 0.06);
    const fill = paint.linear('down', [
      [0, shade(metal, 0.2)],
      [0.12, shade(metal, 0.03)],
      [0.85, shade(metal, -0.08)],
      [1, shade(metal, -0.22)],
    ]);
    const top = 17.5;
    return (
      rect(0, top + 19.6, shape.width, 2.2, 0, 'fill="#000" opacity="0.22"') +
      rect(-0.5, top, shape.width + 1, 20.4, 1.2, `fill="${fill}"`) +
      rect(8.2, top + 3.6, 33, 13.2, 6.6, 'fill="#08090c"') +
      lens(paint, 15.6, top + 10.2, 5.4, '#23262c') +
      lens(paint, 30.6, top + 10.2, 5.4, '#23262c') +
      flash(paint, 52, top + 10.2, 2.5)
    );
  },
};

function back(paint: Paint, shape: PhoneShape, body: string): string {
  const { width, height, radius } = shape;
  const glass = paint.linear('diagonal', [
    [0, shade(body, 0.13)],
    [0.35, shade(body, 0.02)],
    [1, shade(body, -0.07)],
  ]);
  const sheen = paint.linear('diagonal', [
    [0.1, '#ffffff', 0],
    [0.3, '#ffffff', 0.16],
    [0.36, '#ffffff', 0.03],
    [0.5, '#ffffff', 0],
  ]);
  const edge = 1.3;
  const panel = (fill: string) =>
    rect(edge, edge, width - 2 * edge, height - 2 * edge, radius - edge, `fill="${fill}"`);
  const mirrored = { ...shape, leftButtons: shape.rightButtons, rightButtons: shape.leftButtons };
  return (
    frame(paint, mirrored, body) +
    panel(glass) +
    panel(sheen) +
    cameras[shape.camera](paint, shape, body) +
    rect(
      0.25,
      0.25,
      width - 0.5,
      height - 0.5,
      radius,
      'fill="none" stroke="#fff" stroke-opacity="0.25" stroke-width="0.4"',
    )
  );
}

/** One side of a phone in millimetres, its upper left corner at the origin. */
export function phoneSide(paint: Paint, shape: PhoneShape, body: string, side: 'front' | 'back'): string {
  return side === 'front' ? front(paint, shape, body) : back(paint, shape, body);
}

function standing(shape: PhoneShape, x: number, ground: number, scale: number): string {
  const w = shape.width * scale;
  const h = shape.height * scale;
  return (
    rect(x + 16, ground - h + 22, w, h - 12, shape.radius * scale, 'fill="#0b0d12" opacity="0.2"') +
    contact(x + w / 2, ground, w)
  );
}

export function drawPhone(shape: PhoneShape, body: string, view: PhoneView): string {
  const paint = startPaint();
  if (view !== 'pair') {
    const scale = 5.3;
    const x = 400 - (shape.width * scale) / 2;
    const ground = 500 + (shape.height * scale) / 2;
    const side = phoneSide(paint, shape, body, view);
    const content =
      shadows(standing(shape, x, ground, scale)) + place(x, ground - shape.height * scale, scale, side);
    return tile(paint, body, content);
  }
  const scale = 4.9;
  const w = shape.width * scale;
  const step = w * 0.62;
  const x = 400 - (w + step) / 2;
  const ground = 492 + (shape.height * scale) / 2;
  const behind = ground - 14;
  const content =
    shadows(standing(shape, x, behind, scale)) +
    place(x, behind - shape.height * scale, scale, phoneSide(paint, shape, body, 'back')) +
    shadows(standing(shape, x + step, ground + 14, scale)) +
    place(x + step, ground + 14 - shape.height * scale, scale, phoneSide(paint, shape, body, 'front'));
  return tile(paint, body, content);
}
