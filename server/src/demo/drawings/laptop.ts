// Laptops: open and seen a little from above, lid from behind, and the keyboard deck from straight above.
import { shade } from './colour.ts';
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
    /** Where the keys sit in a trough of another colour. */
    well?: string;
    keys: string;
    /** Red pointing stick between the keys, with buttons above the touchpad. */
    trackpoint?: boolean;
    speakers?: boolean;
    /** Keys run from edge to edge without gaps between the caps. */
    gapless?: boolean;
  };
  touchpad: { width: number; height: number };
  /** Colour of the deck where it differs from the lid. */
  deck?: string;
  wallpaperHue: number;
};

export type LaptopView = 'open' | 'lid' | 'keyboard';

type Point = readonly [x: number, y: number];
/** Turns deck coordinates (0..1 from left, 0..1 from the hinge) into the picture's. */
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

function keys(shape: LaptopShape, project: Projection): string {
  const margin = shape.keyboard.margin / shape.width;
  const top = 0.1;
  const rowHeight = 0.076;
  const gap = shape.keyboard.gapless ? 0.0022 : 0.0045;
  return keyRows
    .map((row, index) => {
      const total = row.reduce((sum, width) => sum + width, 0);
      const unit = (1 - 2 * margin) / total;
      const height = index === 0 ? rowHeight * 0.7 : rowHeight;
      const y = index === 0 ? top : top + rowHeight * (index - 0.3);
      let x = margin;
      return row
        .map((width) => {
          const key = polygon(project, x + gap / 2, y + gap, width * unit - gap, height - 2 * gap);
          x += width * unit;
          return key;
        })
        .join('');
    })
    .join('');
}

function deckDetails(shape: LaptopShape, project: Projection, deck: string): string {
  const { keyboard, touchpad } = shape;
  const margin = keyboard.margin / shape.width;
  const padW = touchpad.width / shape.width;
  const padH = touchpad.height / shape.depth;
  const padTop = 0.965 - padH;
  const well = keyboard.well
    ? path(polygon(project, margin - 0.006, 0.09, 1 - 2 * margin + 0.012, 0.455), `fill="${keyboard.well}"`)
    : '';
  const grille = keyboard.speakers
    ? [0.022, 1 - margin + 0.016]
        .map((u) =>
          path(polygon(project, u, 0.1, margin - 0.038, 0.43), `fill="${shade(deck, -0.09)}" opacity="0.55"`),
        )
        .join('')
    : '';
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

/** An open laptop in millimetres; origin at the upper left of the lid, `openHeight` tall. */
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
  const lip = paint.linear('down', [
    [0, shade(deck, 0.1)],
    [0.3, shade(deck, -0.07)],
    [1, shade(deck, -0.2)],
  ]);
  return (
    screen(paint, shape, shape.width, lidHeight, body) +
    rect(shape.width * 0.08, lidHeight - 1.5, shape.width * 0.84, 5, 1.5, `fill="${shade(deck, -0.28)}"`) +
    path(
      `${polygon(project, 0, 0, 1, 1)}`,
      `fill="${surface}" stroke="${surface}" stroke-width="3" stroke-linejoin="round"`,
    ) +
    deckDetails(shape, project, deck) +
    path(
      `M${n(left - 1.5)} ${n(bottom)}H${n(right + 1.5)}v3q0 4-5 4H${n(left + 3.5)}q-5 0-5-4z`,
      `fill="${lip}"`,
    ) +
    rect(shape.width / 2 - 24, bottom, 48, 2.6, 1.3, `fill="${shade(deck, -0.18)}"`)
  );
}

export function openHeight(shape: LaptopShape): number {
  return shape.depth * 1.39 + 10;
}

function lid(paint: Paint, shape: LaptopShape, body: string): string {
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
    rect(shape.width * 0.1, height - 1.5, shape.width * 0.8, 4, 1, `fill="${shade(body, -0.3)}"`) +
    rect(-1, height + 1.5, shape.width + 2, 9, 3.2, `fill="${base}"`)
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
    ) + deckDetails(shape, project, deck)
  );
}

export function drawLaptop(shape: LaptopShape, body: string, view: LaptopView): string {
  const paint = startPaint();
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
