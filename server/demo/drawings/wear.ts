// Close-up of typical wear: one corner of a device with scratches, scuffs and dents.
import { lightness, shade } from './color.ts';
import { consoleTower } from './console.ts';
import { openCase } from './earbuds.ts';
import { handheldFront } from './handheld.ts';
import { headphonesAtAngle } from './headphones.ts';
import type { Device } from './images.ts';
import { lid } from './laptop.ts';
import { circle, n, type Paint, path, place, rect, shadows, startPaint, tile } from './paint.ts';
import { phoneSide } from './phone.ts';
import { tabletSide } from './tablet.ts';
import { watchSide } from './watch.ts';

/** Rounded corner in the close-up, in the drawing's units: its outermost point and its radii. */
type Corner = { x: number; y: number; rx: number; ry: number; upper?: true };

type Box = { x: number; y: number; width: number; height: number; radius: number };

type CloseUp = {
  /** Name of the part for the alt text. */
  part: string;
  corner: Corner;
  zoom: number;
  /** Width and height of the part, for its shadow. */
  size: readonly [number, number];
  /** Color of the part, if it differs from the body's. */
  color?: string;
  draw: (paint: Paint) => string;
};

const round = (x: number, y: number, r: number): Corner => ({ x, y, rx: r, ry: r });

function closeUpOf({ shape, body }: Device): CloseUp {
  switch (shape.kind) {
    case 'phone':
      return {
        part: 'lower edge of the back',
        corner: round(shape.width, shape.height, shape.radius),
        zoom: 15,
        size: [shape.width, shape.height],
        draw: (paint) => phoneSide(paint, shape, body, 'back'),
      };
    case 'tablet':
      return {
        part: 'lower edge of the back',
        corner: round(shape.width, shape.height, shape.radius),
        zoom: 9,
        size: [shape.width, shape.height],
        draw: (paint) => tabletSide(paint, shape, body, 'back'),
      };
    case 'laptop':
      return {
        part: 'edge of the lid',
        corner: { ...round(shape.width, 0, shape.radius), upper: true },
        zoom: 8,
        size: [shape.width, shape.depth],
        draw: (paint) => lid(paint, shape, body),
      };
    case 'headphones': {
      const { rx, ry } = shape.cup;
      const r = shape.corners === undefined ? undefined : Math.min(rx, ry) * shape.corners;
      return {
        part: 'edge of one ear cup',
        corner: { x: 420 + rx, y: 500 + ry, rx: r ?? rx, ry: r ?? ry },
        zoom: 3.6,
        size: [2 * rx, 2 * ry],
        draw: (paint) => headphonesAtAngle(paint, shape, body),
      };
    }
    case 'earbuds':
      return {
        part: 'edge of the charging case',
        corner: round(shape.case.width, shape.case.height * 0.72, shape.case.radius * 0.8),
        zoom: 19,
        size: [shape.case.width, shape.case.height],
        draw: (paint) => openCase(paint, shape, body),
      };
    case 'watch': {
      const isRound = shape.outline === 'round';
      const [rx, ry] = isRound ? [shape.width / 2, shape.height / 2] : [shape.radius, shape.radius];
      return {
        part: 'edge of the case',
        corner: { x: shape.width / 2, y: shape.height / 2, rx, ry },
        zoom: 22,
        size: [shape.width, shape.height],
        draw: (paint) => watchSide(paint, shape, body, 'front'),
      };
    }
    case 'console':
      return {
        part: 'lower edge of the housing',
        corner: {
          'winged-tower': round(396, 741, 6),
          'square-tower': round(333, 771, 9),
          slab: round(153, 771, 9),
        }[shape.form],
        zoom: 3.2,
        size: [shape.form === 'slab' ? 110 : 320, 640],
        draw: (paint) => consoleTower(paint, shape, body),
      };
    case 'handheld':
      return {
        part: 'lower right edge',
        // The grips of the wide model end slightly above its lowest point.
        corner: round(
          shape.width,
          shape.height * (shape.form === 'one-piece' ? 0.96 : 1),
          shape.height * 0.3,
        ),
        zoom: 7,
        size: [shape.width, shape.height],
        color: shape.sides[1],
        draw: (paint) => handheldFront(paint, shape, body),
      };
  }
}

/** Position of the corner's outermost point in the image. */
const focus = { x: 640, y: 700, upperY: 300 };

type Point = readonly [x: number, y: number];

/** Returns the point `depth` inside the outline; `along` runs from the lower edge (-1) around the corner to the side (1). */
type Surface = (along: number, depth: number) => Point;

function surfaceOf({ rx, ry, upper }: Corner, zoom: number): Surface {
  const straight = 420;
  const [a, b] = [rx * zoom, ry * zoom];
  return (along, depth) => {
    const turn = (0.5 - Math.max(-0.5, Math.min(0.5, along))) * (Math.PI / 2);
    const right = -a + (a - depth) * Math.cos(turn) - Math.max(0, -along - 0.5) * straight;
    const down = -b + (b - depth) * Math.sin(turn) - Math.max(0, along - 0.5) * straight;
    return [focus.x + right, upper ? focus.upperY - down : focus.y + down];
  };
}

/** Returns a generator of pseudorandom numbers from 0 to 1, seeded with a text. */
function seededRandom(seed: string): () => number {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507) + 0x6d2b79f5;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

const at = ([x, y]: Point) => `${n(Math.round(x * 10) / 10)} ${n(Math.round(y * 10) / 10)}`;

type Marks = { surface: Surface; face: Face; random: () => number; bright: string; dark: string };

/** Returns the point at this distance from the corner, mirrored for upper corners; undefined outside the face. */
type Face = (left: number, up: number) => Point | undefined;

function faceOf({ rx, ry, upper }: Corner, zoom: number, { width, height }: Box): Face {
  const [a, b] = [rx * zoom, ry * zoom];
  return (left, up) => {
    const beside = Math.hypot(Math.max(0, a - left) / a, Math.max(0, b - up) / b) > 0.94;
    if (beside || left < 8 || up < 8 || left > width - 8 || up > height - 8) return undefined;
    return [focus.x - left, upper ? focus.upperY + up : focus.y - up];
  };
}

/** Draws fine scratches: a bright line with its shadow beside it. */
function scratches({ face, random, bright, dark }: Marks, count: number): string {
  // Most scratches have a similar direction.
  const usual = 0.5 + 0.5 * random();
  const lines = Array.from({ length: count }, () => {
    const [left, up] = [20 + 340 * random() ** 1.5, 16 + 260 * random() ** 1.5];
    const direction = usual + (random() - 0.5) * 0.9;
    const length = 24 + 120 * random() ** 2;
    const [x, y] = [length * Math.cos(direction), length * Math.sin(direction)];
    const bend = (random() - 0.5) * length * 0.16;
    const points = [
      face(left, up),
      face(left + x / 2 - bend, up + y / 2 + bend),
      face(left + x, up + y),
    ] as const;
    const [from, over, to] = points;
    return from && over && to ? `M${at(from)}Q${at(over)} ${at(to)}` : '';
  });
  const line = (d: readonly string[], color: string, width: number, opacity: number) =>
    path(
      d.join(''),
      `fill="none" stroke="${color}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round"`,
    );
  return (
    `<g transform="translate(.8 1.4)">${line(lines, dark, 1.2, 0.28)}</g>` +
    line(lines.slice(0, 10), bright, 1, 0.38) +
    line(lines.slice(10), bright, 1.5, 0.5)
  );
}

/** Draws short pieces of the edge without their finish. */
function wornEdge({ surface, random, bright, dark }: Marks): string {
  const pieces = Array.from({ length: 9 }, (_, i) => {
    const along = -0.8 + i * 0.17 + (random() - 0.5) * 0.1;
    const length = 0.015 + 0.05 * random();
    const depth = 2.5 + 2.5 * random();
    return `M${at(surface(along, depth))}Q${at(surface(along + length / 2, depth + 1))} ${at(surface(along + length, depth))}`;
  }).join('');
  const stroke = (color: string, width: number, opacity: number) =>
    path(
      pieces,
      `fill="none" stroke="${color}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round"`,
    );
  return stroke(dark, 4.5, 0.24) + stroke(bright, 2.2, 0.62);
}

/** Draws a scuff: short strokes side by side. */
function scuff({ surface, random, bright }: Marks): string {
  const start = -0.3 + 0.5 * random();
  const strokes = Array.from({ length: 9 }, (_, i) => {
    const along = start + i * 0.014 + random() * 0.02;
    const depth = 12 + random() * 16;
    return `M${at(surface(along, depth))}L${at(surface(along + 0.035, depth + 8 + 12 * random()))}`;
  }).join('');
  return path(strokes, `stroke="${bright}" stroke-width="1.1" stroke-opacity="0.5" stroke-linecap="round"`);
}

/** Draws small dents: a dark hollow with a bright lower rim. */
function dents({ surface, random, bright, dark }: Marks): string {
  return Array.from({ length: 3 }, () => {
    const [x, y] = surface(-0.7 + 1.3 * random(), 10 + 60 * random());
    const r = 2.2 + 2 * random();
    return (
      circle(x + 0.8, y + 1, r, `fill="${bright}" opacity="0.6"`) +
      circle(x, y, r, `fill="${dark}" opacity="0.7"`)
    );
  }).join('');
}

export type Wear = { part: string; svg: string };

/** Draws wear that is the same for the same name and device; light wear has a few scratches only. */
export function drawWear(name: string, device: Device, { isLight: isLightWear = false } = {}): Wear {
  const paint = startPaint();
  const { part, corner, zoom, size, color = device.body, draw } = closeUpOf(device);
  const x = focus.x - corner.x * zoom;
  const y = (corner.upper ? focus.upperY : focus.y) - corner.y * zoom;
  const [width, height] = [size[0] * zoom, size[1] * zoom];
  const top = corner.upper ? focus.upperY : focus.y - height;
  const box = { x: focus.x - width, y: top, width, height, radius: corner.rx * zoom };
  const isLight = lightness(color) > 0.72;
  const marks: Marks = {
    surface: surfaceOf(corner, zoom),
    face: faceOf(corner, zoom, box),
    random: seededRandom(`${name} ${device.body}`),
    bright: isLight ? shade(color, -0.3) : shade(color, 0.42),
    dark: isLight ? '#ffffff' : shade(color, -0.3),
  };
  const svg = tile(
    paint,
    device.body,
    shadows(shadowOf(box)) +
      place(x, y, zoom, draw(paint)) +
      (isLightWear
        ? scratches(marks, 5)
        : scratches(marks, 14) + wornEdge(marks) + scuff(marks) + dents(marks)),
  );
  return { part, svg };
}

function shadowOf({ x, y, width, height, radius }: Box): string {
  return rect(x + 18, y + 26, width, height, radius, 'fill="#0b0d12" opacity="0.3"');
}
