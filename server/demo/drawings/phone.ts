// Phones, drawn in millimeters from their published dimensions.
import { drawRotated, type Solid } from './angle.ts';
import { shade } from './color.ts';
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
import { type PhoneCamera, phoneCameras } from './phone-cameras.ts';

export type PhoneShape = {
  kind: 'phone';
  width: number;
  height: number;
  thickness: number;
  radius: number;
  /** Width of the black border between frame and screen. */
  bezel: number;
  /** Extra border above and below the screen. */
  forehead?: number;
  front: 'notch' | 'island' | 'punch-hole' | 'drop' | 'plain';
  /** Width of the notch, if it differs from the default. */
  notchWidth?: number;
  camera: PhoneCamera;
  /** Side buttons: distance of each from the top, and its length. */
  leftButtons: readonly (readonly [top: number, length: number])[];
  rightButtons: readonly (readonly [top: number, length: number])[];
  /** Color of the frame; defaults to a shade of the back. */
  frame?: string;
  wallpaperHue: number;
};

export type PhoneView = 'pair' | 'front' | 'back' | 'angle';

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
  if (shape.front === 'plain')
    return (
      circle(middle + shape.width * 0.27, top - 2.6, 1.2, 'fill="#10162a"') +
      rect(middle - 6, top - 1.4, 12, 0.7, 0.35, 'fill="#1c1d22"')
    );
  if (shape.front === 'drop') {
    const drop = `M${n(middle - 5.6)} ${n(top - 0.2)}q2.6 0 2.9 2.4q0.4 3.2 2.7 3.2t2.7-3.2q0.3-2.4 2.9-2.4z`;
    return path(drop, 'fill="#050507"') + glint(middle, top + 2.6);
  }
  const half = (shape.notchWidth ?? 26.6) / 2;
  const notch = `M${n(middle - half - 1.6)} ${n(top - 0.2)}q1.6 0 1.6 1.6v1.2q0 2.8 2.8 2.8h${n(2 * half - 5.6)}q2.8 0 2.8-2.8v-1.2q0-1.6 1.6-1.6z`;
  return path(notch, 'fill="#050507"') + glint(middle - half + 4.9, top + 2.6);
}

function front(paint: Paint, shape: PhoneShape, body: string): string {
  const { width, height, radius } = shape;
  const edge = 1.3;
  const inset = edge + shape.bezel;
  const top = inset + (shape.forehead ?? 0);
  const screen = [inset, top, width - 2 * inset, height - 2 * top] as const;
  const corner = shape.forehead === undefined ? Math.max(0.6, radius - inset + 0.6) : 0.6;
  const clip = paint.clip(rect(...screen, corner, ''));
  const gloss = paint.linear('diagonal', [
    [0, '#ffffff', 0.34],
    [0.42, '#ffffff', 0.06],
    [0.43, '#ffffff', 0],
  ]);
  return (
    frame(paint, shape, body) +
    rect(edge, edge, width - 2 * edge, height - 2 * edge, radius - edge, 'fill="#050507"') +
    `<g clip-path="${clip}">${wallpaper(paint, ...screen, shape.wallpaperHue)}` +
    `${rect(...screen, 0, `fill="${gloss}"`)}` +
    `${rect(width / 2 - 11, height - top - 3, 22, 0.9, 0.45, 'fill="#fff" opacity="0.85"')}</g>` +
    frontCamera(shape, top) +
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
    phoneCameras[shape.camera](paint, shape, body) +
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

/** Draws one side of a phone in millimeters, with its upper left corner at the origin. */
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

/** Draws the back rotated slightly to the right, so that one long edge with its buttons is visible. */
function atAngle(paint: Paint, shape: PhoneShape, body: string): string {
  const { width, height, radius, thickness } = shape;
  const solid: Solid = {
    width,
    height,
    radius,
    thickness,
    metal: shape.frame ?? body,
    buttons: shape.rightButtons,
  };
  const face = back(paint, { ...shape, leftButtons: [], rightButtons: [] }, body);
  return drawRotated(paint, solid, face, 5.2);
}

export function drawPhone(shape: PhoneShape, body: string, view: PhoneView): string {
  const paint = startPaint();
  if (view === 'angle') return tile(paint, body, atAngle(paint, shape, body));
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
