// Tablets, drawn in millimetres; some stand upright, some lie wide on a kickstand.
import { shade } from './colour.ts';
import { flash, lens } from './lens.ts';
import { circle, contact, type Paint, place, rect, shadows, startPaint, tile, wallpaper } from './paint.ts';

export type TabletShape = {
  kind: 'tablet';
  width: number;
  height: number;
  radius: number;
  bezel: number;
  /** Where the front camera sits: in the short edge's border, or the long edge's. */
  frontCamera: 'top' | 'right';
  camera: 'single-lens' | 'raised-lens-and-flash' | 'kickstand';
  wallpaperHue: number;
  /** Draws the pen that came in the box. */
  pen?: boolean;
};

export type TabletView = 'pair' | 'front' | 'back';

function shell(paint: Paint, shape: TabletShape, body: string): string {
  const metal = paint.linear('right', [
    [0, shade(body, 0.12)],
    [0.02, shade(body, -0.05)],
    [0.98, shade(body, -0.1)],
    [1, shade(body, 0.06)],
  ]);
  return rect(0, 0, shape.width, shape.height, shape.radius, `fill="${metal}"`);
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
    shape.frontCamera === 'top' ? [width / 2, bezel / 2 + 0.6] : [width - bezel / 2 - 0.6, height / 2];
  return (
    shell(paint, shape, body) +
    rect(1.2, 1.2, width - 2.4, height - 2.4, radius - 1.2, 'fill="#060608"') +
    `<g clip-path="${clip}">${wallpaper(paint, ...screen, shape.wallpaperHue)}${rect(...screen, 0, `fill="${gloss}"`)}</g>` +
    circle(cx, cy, 1.5, 'fill="#141a2c"') +
    circle(cx - 0.4, cy - 0.4, 0.5, 'fill="#5f75b8"')
  );
}

function backDetails(paint: Paint, shape: TabletShape, body: string): string {
  const { width, height } = shape;
  if (shape.camera === 'single-lens') {
    return (
      lens(paint, 14.5, 14.5, 6.4, shade(body, -0.04)) + circle(26, 14.5, 0.8, 'fill="#000" opacity="0.4"')
    );
  }
  if (shape.camera === 'raised-lens-and-flash') {
    const strip = rect(width / 2 - 44, 8.4, 88, 9.4, 4.7, `fill="${shade(body, -0.06)}" opacity="0.6"`);
    return lens(paint, 13.5, 13.5, 6.2, shade(body, 0.05)) + flash(paint, 13.5, 27.5, 2) + strip;
  }
  const hinge = height * 0.47;
  const flap = paint.linear('down', [
    [0, shade(body, 0.05)],
    [1, shade(body, -0.05)],
  ]);
  return (
    lens(paint, width / 2, 12, 4.2, '#1a1c20') +
    rect(
      5,
      hinge,
      width - 10,
      height - hinge - 5,
      3,
      `fill="${flap}" stroke="${shade(body, -0.24)}" stroke-width="0.9"`,
    ) +
    rect(24, hinge - 1.7, 28, 3.4, 1, `fill="${shade(body, -0.22)}"`) +
    rect(width - 52, hinge - 1.7, 28, 3.4, 1, `fill="${shade(body, -0.22)}"`)
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
  return shell(paint, shape, body) + panel(metal) + panel(sheen) + backDetails(paint, shape, body);
}

function pen(paint: Paint, x: number, ground: number, scale: number): string {
  const barrel = paint.linear('right', [
    [0, '#5d6066'],
    [0.3, '#3a3c41'],
    [1, '#1c1d20'],
  ]);
  const drawing = `${rect(0, 0, 8, 138, 3, `fill="${barrel}"`)}<path d="M1 137h6l-2.2 8.4h-1.6z" fill="#17181b"/>${rect(2.6, 96, 2.8, 22, 1.4, 'fill="#15161a"')}`;
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

/** One side of a tablet in millimetres, its upper left corner at the origin. */
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

/** A tablet in its colour: one side, or the back behind the front. */
export function drawTablet(shape: TabletShape, body: string, view: TabletView): string {
  const paint = startPaint();
  const wide = shape.width > shape.height;
  if (view !== 'pair') {
    const scale = wide ? 2.35 : 2.95;
    const ground = 500 + (shape.height * scale) / 2;
    const x = 400 - (shape.width * scale) / 2 - (shape.pen ? 22 : 0);
    const penDrawing =
      shape.pen && view === 'front' ? pen(paint, x + shape.width * scale + 24, ground, scale) : '';
    return tile(paint, body, placed(paint, shape, body, view, x, ground, scale) + penDrawing);
  }
  const scale = wide ? 1.95 : 2.6;
  const stepX = wide ? 110 : shape.width * scale * 0.36;
  const stepY = wide ? 190 : 26;
  const x = 400 - (shape.width * scale + stepX) / 2 - (shape.pen ? 18 : 0);
  const ground = 500 + (shape.height * scale + stepY) / 2;
  return tile(
    paint,
    body,
    placed(paint, shape, body, 'back', x, ground - stepY, scale) +
      placed(paint, shape, body, 'front', x + stepX, ground, scale) +
      (shape.pen ? pen(paint, x + stepX + shape.width * scale + 18, ground, scale) : ''),
  );
}
