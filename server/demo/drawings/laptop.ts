// Laptops: open, seen slightly from above; the keyboard deck from above; the lid from behind; and both closed edges with their ports.
import { lightness, shade } from './color.ts';
import { edgeOf, type Port } from './laptop-edge.ts';
import { type Emblem, emblemOn } from './laptop-emblem.ts';
import {
  circle,
  contact,
  ellipse,
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

export type LaptopShape = {
  kind: 'laptop';
  width: number;
  depth: number;
  radius: number;
  /** Border of the display: sides, top, and the chin below. */
  bezel: { side: number; top: number; chin: number };
  notch?: boolean;
  keyboard: {
    /** Distance of the keys from the side edges. */
    margin: number;
    /** Color of the recess around the keys, if it differs. */
    well?: string;
    keys: string;
    /** Red pointing stick between the keys, with buttons above the touchpad. */
    trackpoint?: boolean;
    /** Perforated strips beside the keys, or one between them and the hinge. */
    speakers?: 'sides' | 'above';
    /** The row of function keys is lower than the others. */
    slimTop?: boolean;
    /** Keys run from edge to edge without gaps between the caps. */
    gapless?: boolean;
  };
  touchpad: { width: number; height: number };
  /** Color of the deck, if it differs from the lid. */
  deck?: string;
  /** True for one wide hinge cylinder, false for a hinge at either side. */
  hinge: 'bar' | 'pair';
  /** The corners at the hinge are cut off at an angle, with an edge of this color. */
  cutCorners?: string;
  emblem: Emblem;
  /** Half of the lid is perforated with fine dots. */
  dottedLid?: boolean;
  /** Thickness of the closed laptop at the hinge and at the front edge. */
  thickness: { back: number; front: number };
  /** Ports in the edges, from the hinge to the front. */
  ports: { left: readonly Port[]; right: readonly Port[] };
  wallpaperHue: number;
};

export type LaptopView = 'open' | 'lid' | 'keyboard' | 'edges';

type Point = readonly [x: number, y: number];
/** Turns deck coordinates (0..1 from left, 0..1 from the hinge) into the image's. */
type Projection = (u: number, v: number) => Point;

/** Widths of the keys of a row in units; every row is scaled to the same length. */
const keyRows: readonly (readonly number[])[] = [
  Array(14).fill(1),
  [...Array(13).fill(1), 1.6],
  [1.5, ...Array(13).fill(1)],
  [1.8, ...Array(11).fill(1), 1.8],
  [2.3, ...Array(10).fill(1), 2.3],
  [1, 1, 1, 1.25, 5.4, 1.25, 1, 1, 1, 1],
];

/** A patch of the deck; its edges towards and away from the viewer are level. */
function polygon(project: Projection, u: number, v: number, w: number, h: number): string {
  const corners = [project(u, v), project(u + w, v), project(u + w, v + h), project(u, v + h)] as const;
  const [a, b, c, d] = corners.map(([x, y]) => [x.toFixed(1), y.toFixed(1)] as const);
  return a && b && c && d ? `M${a[0]} ${a[1]}H${b[0]}L${c[0]} ${c[1]}H${d[0]}Z` : '';
}

/** The arrow keys: left, a stack of two, right; all of half height. */
const arrows = { left: 7, stack: 8, right: 9 };

function keys(shape: LaptopShape, project: Projection): string {
  const margin = shape.keyboard.margin / shape.width;
  const rowHeight = 0.076;
  const topHeight = rowHeight * (shape.keyboard.slimTop ? 0.62 : 0.92);
  const gap = shape.keyboard.gapless ? 0.0022 : 0.0045;
  let y = keysTop;
  return keyRows
    .map((row, index) => {
      const unit = (1 - 2 * margin) / row.reduce((sum, width) => sum + width, 0);
      const height = index === 0 ? topHeight : rowHeight;
      let x = margin;
      const drawn = row.map((width, place) => {
        const key = (from: number, to: number) =>
          polygon(
            project,
            x + gap / 2,
            y + gap + from * height,
            width * unit - gap,
            (to - from) * height - 2 * gap,
          );
        const isLast = index === keyRows.length - 1;
        let shapes = key(0, 1);
        if (isLast && place === arrows.stack) shapes = key(0, 0.52) + key(0.5, 1.02);
        if (isLast && (place === arrows.left || place === arrows.right)) shapes = key(0.5, 1.02);
        x += width * unit;
        return shapes;
      });
      y += height;
      return drawn.join('');
    })
    .join('');
}

const keysTop = 0.1;

/** Rows of small holes: a dashed line with round caps is one dot a dash. */
function holes(
  lines: readonly (readonly [Point, Point])[],
  pitch: number,
  size: number,
  color: string,
): string {
  const d = lines.map(([[x1, y1], [x2, y2]]) => `M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`).join('');
  return path(
    d,
    `fill="none" stroke="${color}" stroke-width="${n(size)}" stroke-linecap="round" stroke-dasharray="0 ${n(pitch)}"`,
  );
}

function speakers(shape: LaptopShape, project: Projection, deck: string): string {
  const color = shade(deck, lightness(deck) < 0.3 ? -0.14 : -0.17);
  const margin = shape.keyboard.margin / shape.width;
  if (shape.keyboard.speakers === 'above') {
    const lines = [0.03, 0.05, 0.07].map((v) => [project(margin, v), project(1 - margin, v)] as const);
    return holes(lines, 2.6, 1.2, color);
  }
  const columns = Math.max(3, Math.round((shape.keyboard.margin - 9) / 2.2));
  const step = 2.2 / shape.width;
  const lines = Array.from({ length: columns }, (_, i) => {
    const u = margin / 2 + (i - (columns - 1) / 2) * step;
    return [
      [project(u, 0.1), project(u, 0.53)],
      [project(1 - u, 0.1), project(1 - u, 0.53)],
    ] as const;
  }).flat();
  return holes(lines, 2.4, 1.1, color);
}

function deckDetails(shape: LaptopShape, project: Projection, deck: string): string {
  const { keyboard, touchpad } = shape;
  const margin = keyboard.margin / shape.width;
  const padW = touchpad.width / shape.width;
  const padH = touchpad.height / shape.depth;
  const padTop = 0.965 - padH;
  const well = keyboard.well
    ? path(
        polygon(project, margin - 0.006, 0.09, 1 - 2 * margin + 0.012, keyboard.slimTop ? 0.448 : 0.47),
        `fill="${keyboard.well}"`,
      )
    : '';
  const grille = keyboard.speakers ? speakers(shape, project, deck) : '';
  const [stickX, stickY] = project(0.484, 0.345);
  const stick = keyboard.trackpoint
    ? path(polygon(project, 0.5 - padW / 2, padTop - 0.055, padW, 0.045), `fill="${shade(deck, 0.06)}"`) +
      ellipse(stickX, stickY, shape.width * 0.009, shape.width * 0.007, 'fill="#d3262f"')
    : '';
  return (
    grille +
    well +
    path(keys(shape, project), `fill="${keyboard.keys}"`) +
    path(
      polygon(project, 0.5 - padW / 2, padTop, padW, padH),
      `fill="${shade(deck, 0.035)}" stroke="${shade(deck, -0.13)}" stroke-width="0.6" stroke-linejoin="round"`,
    ) +
    stick
  );
}

function screen(paint: Paint, shape: LaptopShape, width: number, height: number, body: string): string {
  const { side, top, chin } = shape.bezel;
  const lit = [side, top, width - 2 * side, height - top - chin] as const;
  const gloss = paint.linear('diagonal', [
    [0, '#ffffff', 0.3],
    [0.42, '#ffffff', 0.05],
    [0.43, '#ffffff', 0],
  ]);
  const clip = paint.clip(rect(...lit, 2.2, ''));
  const edge = paint.linear('down', [
    [0, shade(body, 0.14)],
    [1, shade(body, -0.08)],
  ]);
  return (
    rect(0, 0, width, height, shape.radius, `fill="${edge}"`) +
    rect(0.9, 0.9, width - 1.8, height - 0.9, shape.radius - 0.9, 'fill="#07070a"') +
    `<g clip-path="${clip}">${wallpaper(paint, ...lit, shape.wallpaperHue)}${rect(...lit, 0, `fill="${gloss}"`)}</g>` +
    (shape.notch ? rect(width / 2 - 13, top - 1, 26, 7.4, 2, 'fill="#07070a"') : '') +
    circle(width / 2, shape.notch ? top + 2.4 : top / 2 + 0.3, 0.9, 'fill="#27345c"')
  );
}

/** An open laptop in millimeters; origin at the upper left of the lid, `openHeight` tall. */
export function openLaptop(paint: Paint, shape: LaptopShape, body: string): string {
  const lidHeight = shape.depth * 0.93;
  const deckDepth = shape.depth * 0.46;
  const flare = shape.width * 0.075;
  const deck = shape.deck ?? body;
  // The further half of the deck is foreshortened more than the nearer one.
  const project: Projection = (u, v) => {
    const depth = v * (0.86 + 0.14 * v);
    const spread = flare * depth;
    return [-spread + u * (shape.width + 2 * spread), lidHeight + 2.5 + depth * deckDepth];
  };
  const surface = paint.linear('diagonal', [
    [0, shade(deck, 0.07)],
    [1, shade(deck, -0.05)],
  ]);
  const [left, bottom] = project(0, 1);
  const [right] = project(1, 1);
  // A laptop that is thin in front shows less of its lip.
  const drop = Math.min(5.5, 1.6 + shape.thickness.front * 0.2);
  const lip = paint.linear('down', [
    [0, shade(deck, 0.1)],
    [0.3, shade(deck, -0.07)],
    [1, shade(deck, -0.2)],
  ]);
  return (
    screen(paint, shape, shape.width, lidHeight, body) +
    hinges(shape, lidHeight - 1.5, 5, deck) +
    path(
      `${polygon(project, 0, 0, 1, 1)}`,
      `fill="${surface}" stroke="${surface}" stroke-width="3" stroke-linejoin="round"`,
    ) +
    deckDetails(shape, project, deck) +
    path(
      `M${n(left - 1.5)} ${n(bottom)}H${n(right + 1.5)}v${n(drop)}q0 3-5 3H${n(left + 3.5)}q-5 0-5-3z`,
      `fill="${lip}"`,
    ) +
    (shape.cutCorners
      ? path(
          polygon(project, 0, 0, 1, 1).replace(/Z$/, ''),
          `fill="none" stroke="${shape.cutCorners}" stroke-width="1.3" stroke-linejoin="round"`,
        )
      : '') +
    rect(shape.width / 2 - 24, bottom, 48, 2.6, 1.3, `fill="${shade(deck, -0.18)}"`)
  );
}

export function openHeight(shape: LaptopShape): number {
  return shape.depth * 1.39 + 10;
}

export function lid(paint: Paint, shape: LaptopShape, body: string): string {
  const height = shape.depth * 0.95;
  const metal = paint.linear('diagonal', [
    [0, shade(body, 0.13)],
    [0.4, shade(body, 0.02)],
    [1, shade(body, -0.08)],
  ]);
  const sheen = paint.linear('diagonal', [
    [0.12, '#ffffff', 0],
    [0.34, '#ffffff', 0.15],
    [0.5, '#ffffff', 0],
  ]);
  const base = paint.linear('down', [
    [0, shade(shape.deck ?? body, -0.16)],
    [0.4, shade(shape.deck ?? body, 0.04)],
    [1, shade(shape.deck ?? body, -0.22)],
  ]);
  return (
    rect(
      0,
      0,
      shape.width,
      height,
      shape.radius,
      `fill="${metal}" stroke="${shade(body, 0.15)}" stroke-width="0.7"`,
    ) +
    rect(0, 0, shape.width, height, shape.radius, `fill="${sheen}"`) +
    (shape.dottedLid ? dots(paint, shape, height, body) : '') +
    emblemOn(shape.emblem, shape.width, height, body) +
    hinges(shape, height - 1.5, 4, body) +
    rect(-1, height + 1.5, shape.width + 2, 9, 3.2, `fill="${base}"`) +
    (shape.cutCorners ? goldenEdge(shape.width, height, shape.cutCorners) : '')
  );
}

/** Dots below a diagonal across the lid. */
function dots(paint: Paint, shape: LaptopShape, height: number, body: string): string {
  const { width } = shape;
  const clip = paint.clip(
    path(`M6 ${n(height * 0.62)}L${n(width * 0.82)} 6H${width - 6}V${n(height - 6)}H6Z`, ''),
  );
  const lines = Array.from(
    { length: 34 },
    (_, i) =>
      [
        [0, i * 6.4],
        [width, i * 6.4],
      ] as const,
  );
  return `<g clip-path="${clip}">${holes(lines, 6.4, 2.3, shade(body, lightness(body) > 0.5 ? -0.24 : 0.2))}</g>`;
}

function goldenEdge(width: number, height: number, color: string): string {
  const line = `fill="none" stroke="${color}" stroke-width="1.6" stroke-linejoin="round"`;
  return (
    path(
      `M0 ${n(height - 22)}V${n(height - 8)}L10 ${n(height + 2)}M${width} ${n(height - 22)}V${n(height - 8)}L${width - 10} ${n(height + 2)}`,
      line,
    ) + path(`M10 ${n(height + 2.4)}H${width - 10}`, line)
  );
}

/** Hinge of the lid, `height` tall at `y`. */
function hinges(shape: LaptopShape, y: number, height: number, body: string): string {
  const { width } = shape;
  const dark = `fill="${shade(body, -0.28)}"`;
  if (shape.hinge === 'bar') return rect(width * 0.08, y, width * 0.84, height, 1.5, dark);
  return (
    rect(width * 0.1, y, width * 0.16, height, 1.5, dark) +
    rect(width * 0.74, y, width * 0.16, height, 1.5, dark)
  );
}

/** The edge all round in metal; the corners at the hinge end in a project. */
function cutCorners({ width, depth }: LaptopShape, color: string): string {
  return path(
    `M10 .6H${width - 10}L${width - 0.6} 9V${n(depth - 0.6)}H.6V9Z`,
    `fill="none" stroke="${color}" stroke-width="1.5" stroke-linejoin="round"`,
  );
}

function deckFromAbove(paint: Paint, shape: LaptopShape, body: string): string {
  const deck = shape.deck ?? body;
  const surface = paint.linear('diagonal', [
    [0, shade(deck, 0.09)],
    [0.5, deck],
    [1, shade(deck, -0.05)],
  ]);
  const project: Projection = (u, v) => [u * shape.width, v * shape.depth];
  return (
    rect(
      0,
      0,
      shape.width,
      shape.depth,
      shape.radius,
      `fill="${surface}" stroke="${shade(deck, 0.14)}" stroke-width="0.8"`,
    ) +
    (shape.cutCorners ? cutCorners(shape, shape.cutCorners) : '') +
    deckDetails(shape, project, deck)
  );
}

export function drawLaptop(shape: LaptopShape, body: string, view: LaptopView): string {
  const paint = startPaint();
  if (view === 'edges') return bothEdges(paint, shape, body);
  const scale = view === 'open' ? 2.02 : 2.2;
  const width = shape.width * scale;
  const x = 400 - width / 2;
  const height =
    { open: openHeight(shape), lid: shape.depth * 0.95 + 10, keyboard: shape.depth }[view] * scale;
  const y = 500 - height / 2;
  if (view === 'open') {
    const shadow =
      rect(x + 26, y + 30, width, height * 0.6, 20, 'fill="#0b0d12" opacity="0.14"') +
      contact(400, y + height - 10, width * 1.12, 1.1);
    return tile(paint, body, shadows(shadow) + place(x, y, scale, openLaptop(paint, shape, body)));
  }
  if (view === 'lid') {
    const shadow =
      rect(x + 18, y + 24, width, height - 24, 20, 'fill="#0b0d12" opacity="0.16"') +
      contact(400, y + height, width);
    return tile(paint, body, shadows(shadow) + place(x, y, scale, lid(paint, shape, body)));
  }
  const shadow = rect(x + 14, y + 20, width, height, 30, 'fill="#0b0d12" opacity="0.34"');
  return tile(paint, body, shadows(shadow) + place(x, y, scale, deckFromAbove(paint, shape, body)));
}

/** The left edge above the right one, both as they are when the laptop is closed. */
function bothEdges(paint: Paint, shape: LaptopShape, body: string): string {
  const scale = 700 / shape.depth;
  const x = 50;
  const height = shape.thickness.back * scale;
  const at = (y: number, drawing: string) =>
    shadows(contact(400, y + height, 690, 0.9)) + place(x, y, scale, drawing);
  const mirrored = `<g transform="translate(${n(shape.depth)} 0) scale(-1 1)">${edgeOf(paint, shape, body, 'right')}</g>`;
  return tile(paint, body, at(400 - height, edgeOf(paint, shape, body, 'left')) + at(630 - height, mirrored));
}
