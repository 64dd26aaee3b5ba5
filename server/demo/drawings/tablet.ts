// Tablets, drawn in millimeters: upright, or landscape on a kickstand.
import { drawRotated } from './angle.ts';
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
import { type TabletBack, tabletBacks } from './tablet-backs.ts';

export type TabletShape = {
  kind: 'tablet';
  width: number;
  height: number;
  thickness: number;
  radius: number;
  bezel: number;
  /** Position of the front camera: in the upper border, the right one, or a notch. */
  frontCamera: 'top' | 'right' | 'notch';
  back: TabletBack;
  /** Color of the speaker dock under the tablet. */
  dock?: string;
  wallpaperHue: number;
  /** Color of the pen that came in the box. */
  pen?: string;
};

export type TabletView = 'pair' | 'front' | 'back' | 'angle';

function shell(paint: Paint, shape: TabletShape, body: string): string {
  const metal = paint.linear('right', [
    [0, shade(body, 0.12)],
    [0.02, shade(body, -0.05)],
    [0.98, shade(body, -0.1)],
    [1, shade(body, 0.06)],
  ]);
  return rect(0, 0, shape.width, shape.height, shape.radius, `fill="${metal}"`);
}

/** Draws the visible part of the dock below the tablet: fabric with round ends. */
function dock(paint: Paint, shape: TabletShape): string {
  if (shape.dock === undefined) return '';
  const w = shape.width * 0.58;
  const x = (shape.width - w) / 2;
  const fabric = paint.linear('right', [
    [0, shade(shape.dock, -0.16)],
    [0.2, shape.dock],
    [0.6, shade(shape.dock, 0.04)],
    [1, shade(shape.dock, -0.2)],
  ]);
  return (
    rect(x + 5, shape.height - 20, w, 42, 16, 'fill="#0b0d12" opacity="0.2"') +
    rect(x, shape.height - 24, w, 44, 15, `fill="${fabric}"`) +
    rect(x + 6, shape.height, w - 12, 4, 0, 'fill="#000" opacity="0.22"')
  );
}

function front(paint: Paint, shape: TabletShape, body: string): string {
  const { width, height, radius, bezel } = shape;
  const screen = [bezel, bezel, width - 2 * bezel, height - 2 * bezel] as const;
  const clip = paint.clip(rect(...screen, Math.max(1.5, radius - bezel + 2), ''));
  const gloss = paint.linear('diagonal', [
    [0, '#ffffff', 0.32],
    [0.42, '#ffffff', 0.06],
    [0.43, '#ffffff', 0],
  ]);
  const [cx, cy] =
    shape.frontCamera === 'right' ? [width - bezel / 2 - 0.6, height / 2] : [width / 2, bezel / 2 + 0.6];
  const notch =
    shape.frontCamera === 'notch'
      ? path(
          `M${n(cx - 11)} ${n(bezel - 0.2)}h22l-1.6 3.4q-.6 1.2-2 1.2h-14.8q-1.4 0-2-1.2z`,
          'fill="#060608"',
        )
      : '';
  return (
    dock(paint, shape) +
    shell(paint, shape, body) +
    rect(1.2, 1.2, width - 2.4, height - 2.4, radius - 1.2, 'fill="#060608"') +
    `<g clip-path="${clip}">${wallpaper(paint, ...screen, shape.wallpaperHue)}${rect(...screen, 0, `fill="${gloss}"`)}</g>` +
    notch +
    circle(cx, cy, 1.5, 'fill="#141a2c"') +
    circle(cx - 0.4, cy - 0.4, 0.5, 'fill="#5f75b8"')
  );
}

function back(paint: Paint, shape: TabletShape, body: string): string {
  const { width, height, radius } = shape;
  const metal = paint.linear('diagonal', [
    [0, shade(body, 0.1)],
    [0.4, body],
    [1, shade(body, -0.08)],
  ]);
  const sheen = paint.linear('diagonal', [
    [0.1, '#ffffff', 0],
    [0.34, '#ffffff', 0.18],
    [0.5, '#ffffff', 0],
  ]);
  const panel = (fill: string) => rect(0.9, 0.9, width - 1.8, height - 1.8, radius - 0.9, `fill="${fill}"`);
  return (
    shell(paint, shape, body) + panel(metal) + panel(sheen) + tabletBacks[shape.back](paint, shape, body)
  );
}

function pen(paint: Paint, color: string, x: number, ground: number, scale: number): string {
  const barrel = paint.linear('right', [
    [0, shade(color, 0.16)],
    [0.3, color],
    [1, shade(color, -0.14)],
  ]);
  const drawing = `${rect(0, 0, 8, 138, 3, `fill="${barrel}"`)}<path d="M1 137h6l-2.2 8.4h-1.6z" fill="#17181b"/>${rect(2.6, 96, 2.8, 22, 1.4, `fill="${shade(color, -0.12)}"`)}`;
  return place(x, ground - 145 * scale, scale, drawing);
}

function standing(shape: TabletShape, x: number, ground: number, scale: number): string {
  const w = shape.width * scale;
  const h = shape.height * scale;
  return (
    rect(x + 16, ground - h + 22, w, h - 12, shape.radius * scale, 'fill="#0b0d12" opacity="0.2"') +
    contact(x + w / 2, ground, w)
  );
}

/** Draws one side of a tablet in millimeters, with its upper left corner at the origin. */
export function tabletSide(paint: Paint, shape: TabletShape, body: string, side: 'front' | 'back'): string {
  return side === 'front' ? front(paint, shape, body) : back(paint, shape, body);
}

function placed(
  paint: Paint,
  shape: TabletShape,
  body: string,
  view: 'front' | 'back',
  x: number,
  ground: number,
  scale: number,
) {
  const side = tabletSide(paint, shape, body, view);
  return shadows(standing(shape, x, ground, scale)) + place(x, ground - shape.height * scale, scale, side);
}

/** Returns the default scale, or a smaller one for a tablet that would not fit. */
function sizeOf({ width, height }: TabletShape, usual: number, room: number, roomDown: number): number {
  return Math.min(usual, room / width, roomDown / height);
}

/** Draws the back rotated slightly to the right. */
function atAngle(paint: Paint, shape: TabletShape, body: string): string {
  const { width, height, radius, thickness } = shape;
  const solid = { width, height, radius, thickness, metal: body, buttons: [] };
  return drawRotated(paint, solid, back(paint, shape, body), sizeOf(shape, 3, 760, 860));
}

/** Draws a tablet: one side, or the back behind the front. */
export function drawTablet(shape: TabletShape, body: string, view: TabletView): string {
  const paint = startPaint();
  const wide = shape.width > shape.height;
  if (view === 'angle') return tile(paint, body, atAngle(paint, shape, body));
  if (view !== 'pair') {
    const scale = sizeOf(shape, wide ? 2.35 : 2.95, 710, 880);
    const ground = 500 + (shape.height * scale) / 2;
    const x = 400 - (shape.width * scale) / 2 - (shape.pen ? 22 : 0);
    const penDrawing =
      shape.pen && view === 'front' ? pen(paint, shape.pen, x + shape.width * scale + 24, ground, scale) : '';
    return tile(paint, body, placed(paint, shape, body, view, x, ground, scale) + penDrawing);
  }
  const scale = sizeOf(shape, wide ? 1.95 : 2.6, wide ? 600 : 520, 800);
  const stepX = wide ? 110 : shape.width * scale * 0.36;
  const stepY = wide ? 190 : 26;
  const x = 400 - (shape.width * scale + stepX) / 2 - (shape.pen ? 18 : 0);
  const ground = 500 + (shape.height * scale + stepY) / 2;
  return tile(
    paint,
    body,
    placed(paint, shape, body, 'back', x, ground - stepY, scale) +
      placed(paint, shape, body, 'front', x + stepX, ground, scale) +
      (shape.pen ? pen(paint, shape.pen, x + stepX + shape.width * scale + 18, ground, scale) : ''),
  );
}
