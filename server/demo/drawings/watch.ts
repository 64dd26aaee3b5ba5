// Watches, drawn in millimeters: from the front with the band, and the sensor side.
import { edgeFill, layers, projectionAt } from './angle.ts';
import { lch, shade } from './color.ts';
import { circle, n, type Paint, path, place, rect, shadows, startPaint, tile } from './paint.ts';
import { ticks, turn, type WatchFace, watchFaces } from './watch-faces.ts';

export type WatchShape = {
  kind: 'watch';
  outline: 'squircle' | 'round';
  width: number;
  height: number;
  thickness: number;
  /** Corner radius of a squircle case. */
  radius: number;
  /** Case rim between the edge and the glass. */
  rim: number;
  bandWidth: number;
  band: 'sport' | 'woven' | 'lugged';
  bandColor: string;
  /** Bezel ring, if it is a separate part. */
  bezel?: { color: string; width: number; ticks: boolean };
  /** True for round glass in a case that is not round. */
  roundGlass?: boolean;
  /** Crown at the right, plain or with a guard around it; pushers; or a flat key at the left. */
  controls:
    | 'crown'
    | 'guarded-crown'
    | 'middle-crown'
    | 'two-buttons'
    | 'three-keys'
    | 'five-buttons'
    | 'left-key';
  face: WatchFace;
  faceHue: number;
  /** Color of a printed or reflective dial; others are black glass. */
  dialColor?: string;
};

export type WatchView = 'front' | 'back' | 'close' | 'angle';

function bandFill(paint: Paint, color: string): string {
  return paint.linear('right', [
    [0, shade(color, 0.1)],
    [0.12, shade(color, 0.02)],
    [0.8, shade(color, -0.03)],
    [1, shade(color, -0.12)],
  ]);
}

function bands(paint: Paint, shape: WatchShape): string {
  const { bandWidth: w, bandColor: color, height } = shape;
  const fill = bandFill(paint, color);
  const reach = 50;
  const tip = w * 0.84;
  const half = (sign: 1 | -1) => {
    const start = sign * (height / 2 - 4);
    const end = sign * (height / 2 + reach);
    return `M${n(-w / 2)} ${n(start)}C${n(-w / 2)} ${n(start + sign * 20)} ${n(-tip / 2)} ${n(start + sign * 18)} ${n(-tip / 2)} ${n(end)}H${n(tip / 2)}C${n(tip / 2)} ${n(start + sign * 18)} ${n(w / 2)} ${n(start + sign * 20)} ${n(w / 2)} ${n(start)}Z`;
  };
  const far = paint.linear('down', [
    [0, '#000000', 0.42],
    [0.16, '#000000', 0],
    [0.84, '#000000', 0],
    [1, '#000000', 0.42],
  ]);
  const outline = `${half(-1)}${half(1)}`;
  const texture = {
    sport: Array.from({ length: 5 }, (_, i) =>
      rect(-1.1, height / 2 + 17 + i * 7, 2.2, 4, 1.1, `fill="${shade(color, -0.16)}"`),
    ).join(''),
    woven: path(
      `M0 ${n(height / 2 + 2.2)}v${reach - 3}M0 ${n(-height / 2 - 2.2)}v${3 - reach}`,
      `stroke="${shade(color, -0.12)}" stroke-width="${n(tip - 2)}" stroke-dasharray="1.5 2.3" fill="none"`,
    ),
    lugged: path(
      `M${n(-tip / 2 + 2)} ${n(height / 2 + 8)}v${reach - 10}M${n(tip / 2 - 2)} ${n(height / 2 + 8)}v${reach - 10}M${n(-tip / 2 + 2)} ${n(-height / 2 - 8)}v${10 - reach}M${n(tip / 2 - 2)} ${n(-height / 2 - 8)}v${10 - reach}`,
      `stroke="${shade(color, -0.1)}" stroke-width="0.6" fill="none"`,
    ),
  }[shape.band];
  return path(outline, `fill="${fill}"`) + texture + path(outline, `fill="${far}"`);
}

function controls(paint: Paint, shape: WatchShape, body: string): string {
  const metal = paint.linear('down', [
    [0, shade(body, -0.1)],
    [0.3, shade(body, 0.16)],
    [1, shade(body, -0.16)],
  ]);
  const edge = shape.width / 2;
  const attributes = `fill="${metal}"`;
  if (shape.controls === 'crown') {
    return rect(edge - 1, -11, 3.2, 8.6, 1.3, attributes) + rect(edge - 1, 3, 1.7, 11, 0.8, attributes);
  }
  if (shape.controls === 'guarded-crown') {
    return (
      rect(edge - 3, -13.5, 4.6, 27, 2.4, attributes) +
      rect(edge, -9.5, 4.4, 9.4, 1.5, `fill="${metal}" stroke="#e2773a" stroke-width="0.5"`) +
      rect(edge, 3.4, 2.2, 7.6, 1, attributes) +
      rect(-edge - 0.9, -7, 2, 13, 1, 'fill="#e2773a"')
    );
  }
  if (shape.controls === 'middle-crown') {
    return rect(edge - 0.6, -3.2, 3.4, 6.4, 1.2, attributes) + rect(edge - 0.6, -9, 1.3, 4, 0.6, attributes);
  }
  if (shape.controls === 'left-key') return rect(-edge - 0.8, -5, 1.6, 10, 0.7, attributes);
  if (shape.controls === 'three-keys') {
    return (
      rect(edge - 1, -12.6, 3, 8.2, 1.2, attributes) +
      rect(edge - 1, 4.4, 3, 8.2, 1.2, attributes) +
      rect(edge - 1, -3.4, 2.6, 6.8, 1.2, 'fill="#e2773a"')
    );
  }
  const at = shape.controls === 'two-buttons' ? [60, 120] : [60, 90, 120, 240, 300];
  return at
    .map((degrees) => {
      const [x, y] = turn(degrees, edge + 0.4);
      return place(x, y, 1, rect(-2.4, -1.9, 4.8, 3.8, 1.1, attributes), degrees);
    })
    .join('');
}

function caseOutline(shape: WatchShape, inset: number, attributes: string): string {
  const w = shape.width - 2 * inset;
  const h = shape.height - 2 * inset;
  if (shape.outline === 'round') return circle(0, 0, w / 2, attributes);
  return rect(-w / 2, -h / 2, w, h, shape.radius - inset * 0.85, attributes);
}

function glassOutline(shape: WatchShape, inset: number, attributes: string): string {
  if (shape.roundGlass) return circle(0, 0, shape.width / 2 - inset, attributes);
  return caseOutline(shape, inset, attributes);
}

function lugs(shape: WatchShape, metal: string): string {
  if (shape.band !== 'lugged') return '';
  const half = shape.bandWidth / 2 + 2.4;
  const reach = shape.height / 2 + 3.6;
  return path(
    `M${n(-half - 4)} ${n(-reach + 8)}L${n(-half)} ${n(-reach)}h${n(2 * half)}L${n(half + 4)} ${n(-reach + 8)}V${n(reach - 8)}L${n(half)} ${n(reach)}h${n(-2 * half)}L${n(-half - 4)} ${n(reach - 8)}Z`,
    `fill="${metal}" stroke-linejoin="round"`,
  );
}

function caseMetal(paint: Paint, body: string): string {
  return paint.linear('diagonal', [
    [0, shade(body, 0.2)],
    [0.45, body],
    [1, shade(body, -0.13)],
  ]);
}

function dial(paint: Paint, shape: WatchShape): string {
  const { bezel } = shape;
  const glassInset = shape.rim + (bezel?.width ?? 0);
  const dialColor = shape.dialColor ?? '#030405';
  const glass = paint.radial(0.35, 0.3, 0.9, [
    [0, shade(dialColor, shape.dialColor ? 0.05 : 0.14)],
    [1, dialColor],
  ]);
  const radius = shape.width / 2 - glassInset - (shape.outline === 'round' || shape.roundGlass ? 1.6 : 2.6);
  const accent = lch(0.74, 0.17, shape.faceHue);
  const gloss = paint.linear('diagonal', [
    [0, '#ffffff', 0.3],
    [0.42, '#ffffff', 0.05],
    [0.43, '#ffffff', 0],
  ]);
  const ring = bezel
    ? glassOutline(shape, shape.rim, `fill="${caseMetal(paint, bezel.color)}"`) +
      (bezel.ticks
        ? ticks(shape.width / 2 - shape.rim - 0.9, bezel.width - 1.8, 60, shade(bezel.color, 0.4), 0.35)
        : '')
    : '';
  return (
    ring +
    glassOutline(shape, glassInset, `fill="${glass}"`) +
    watchFaces[shape.face](radius, shape.faceHue, accent, dialColor) +
    glassOutline(shape, glassInset, `fill="${gloss}"`)
  );
}

function sensors(paint: Paint, shape: WatchShape, body: string): string {
  const r = shape.width * 0.36;
  const crystal = paint.radial(0.36, 0.3, 0.8, [
    [0, '#41454d'],
    [1, '#101216'],
  ]);
  const windows = [45, 135, 225, 315]
    .map((degrees) => {
      const [x, y] = turn(degrees, r * 0.5);
      return circle(x, y, r * 0.2, 'fill="#060709"') + circle(x, y, r * 0.09, 'fill="#2f8f5b" opacity="0.8"');
    })
    .join('');
  return (
    caseOutline(shape, 1.4, `fill="none" stroke="${shade(body, -0.1)}" stroke-width="0.5"`) +
    circle(0, 0, r * 1.12, `fill="${shade(body, -0.08)}"`) +
    circle(0, 0, r, `fill="${crystal}" stroke="${shade(body, 0.15)}" stroke-width="0.5"`) +
    windows +
    circle(0, 0, r * 0.17, 'fill="#7a1f24"')
  );
}

/** Draws one side of a watch in millimeters around its center. */
export function watchSide(paint: Paint, shape: WatchShape, body: string, side: 'front' | 'back'): string {
  return bands(paint, shape) + lugs(shape, caseMetal(paint, body)) + watchCase(paint, shape, body, side);
}

function watchCase(paint: Paint, shape: WatchShape, body: string, side: 'front' | 'back'): string {
  const metal = caseMetal(paint, body);
  const drawn = controls(paint, shape, body);
  const rim = 'fill="none" stroke="#fff" stroke-opacity="0.35" stroke-width="0.5"';
  return (
    (side === 'front' ? drawn : `<g transform="scale(-1 1)">${drawn}</g>`) +
    caseOutline(shape, 0, `fill="${metal}"`) +
    (side === 'front' ? dial(paint, shape) : sensors(paint, shape, body)) +
    caseOutline(shape, 0.4, rim)
  );
}

/** Draws the watch rotated slightly to the right, so that the left edge of the case is visible; the band is behind it. */
function atAngle(paint: Paint, shape: WatchShape, body: string): string {
  const { thickness } = shape;
  const project = projectionAt(400 + thickness * 2, 500 + thickness * 0.6, 8.4);
  const outline = caseOutline(shape, 0, `fill="${edgeFill(paint, body)}"`);
  const edge = layers(project, thickness, outline);
  const middle = Math.floor(edge.length * 0.66);
  const shadow =
    rect(-shape.bandWidth / 2 + 5, -70, shape.bandWidth, 140, 6, 'fill="#0b0d12" opacity="0.24"') +
    caseOutline(shape, 0, 'fill="#0b0d12" opacity="0.3" transform="translate(5 7)"');
  return (
    shadows(project(thickness, shadow)) +
    project(thickness * 0.7, bands(paint, shape)) +
    edge.slice(0, middle).join('') +
    project(thickness * 0.5, lugs(shape, edgeFill(paint, body))) +
    project(thickness * 0.34, lugs(shape, caseMetal(paint, body))) +
    edge.slice(middle).join('') +
    project(0, watchCase(paint, shape, body, 'front'))
  );
}

export function drawWatch(shape: WatchShape, body: string, view: WatchView): string {
  const paint = startPaint();
  if (view === 'angle') return tile(paint, body, atAngle(paint, shape, body));
  const scale = view === 'close' ? 10 : 6.4;
  const side = view === 'back' ? 'back' : 'front';
  const length = shape.height / 2 + 50;
  const w = shape.bandWidth;
  const shadow =
    rect(-w / 2 + 4, -length + 6, w, 2 * length - 4, 6, 'fill="#0b0d12" opacity="0.24"') +
    rect(
      -shape.width / 2 + 4.4,
      -shape.height / 2 + 6,
      shape.width,
      shape.height,
      shape.radius,
      'fill="#0b0d12" opacity="0.34"',
    );
  return tile(
    paint,
    body,
    shadows(place(400, 500, scale, shadow)) + place(400, 500, scale, watchSide(paint, shape, body, side)),
  );
}
