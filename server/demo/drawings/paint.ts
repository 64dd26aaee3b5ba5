// Gradients and clip paths of one image, and the tile under the drawing.
import { lch, paper } from './color.ts';

type Stop = readonly [offset: number, color: string, opacity?: number];
type Direction = 'down' | 'right' | 'diagonal';

/** Definitions of one image so far; equal definitions are stored once. */
export type Paint = {
  linear(direction: Direction, stops: readonly Stop[]): string;
  radial(cx: number, cy: number, r: number, stops: readonly Stop[]): string;
  clip(shape: string): string;
  defs(): string;
};

const directions: Record<Direction, string> = {
  down: 'x2="0" y2="1"',
  right: 'x2="1" y2="0"',
  diagonal: 'x2="1" y2="1"',
};

function stopTags(stops: readonly Stop[]): string {
  return stops
    .map(([offset, color, opacity]) => {
      const alpha = opacity === undefined ? '' : ` stop-opacity="${n(opacity)}"`;
      return `<stop offset="${n(offset)}" stop-color="${color}"${alpha}/>`;
    })
    .join('');
}

export function startPaint(): Paint {
  const definitions = new Map<string, { id: string; tag: string }>();
  const add = (build: (id: string) => string): string => {
    const key = build('');
    const known = definitions.get(key);
    if (known) return `url(#${known.id})`;
    const id = `p${definitions.size}`;
    definitions.set(key, { id, tag: build(id) });
    return `url(#${id})`;
  };
  return {
    linear: (direction, stops) =>
      add(
        (id) =>
          `<linearGradient id="${id}" x1="0" y1="0" ${directions[direction]}>${stopTags(stops)}</linearGradient>`,
      ),
    radial: (cx, cy, r, stops) =>
      add(
        (id) =>
          `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stopTags(stops)}</radialGradient>`,
      ),
    clip: (shape) => add((id) => `<clipPath id="${id}">${shape}</clipPath>`),
    defs: () => [...definitions.values()].map(({ tag }) => tag).join(''),
  };
}

/** Formats a number for SVG, with at most two decimals. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100).replace(/^(-?)0\./, '$1.');
}

export function rect(x: number, y: number, w: number, h: number, r: number, attributes: string): string {
  const radius = r > 0 ? ` rx="${n(r)}"` : '';
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"${radius} ${attributes}/>`;
}

export function circle(x: number, y: number, r: number, attributes: string): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" ${attributes}/>`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, attributes: string): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" ${attributes}/>`;
}

export function path(d: string, attributes: string): string {
  return `<path d="${d}" ${attributes}/>`;
}

export function place(x: number, y: number, scale: number, content: string, turn = 0): string {
  const rotate = turn === 0 ? '' : ` rotate(${n(turn)})`;
  return `<g transform="translate(${n(x)} ${n(y)})${rotate} scale(${n(scale)})">${content}</g>`;
}

/** Returns shapes as a blurred shadow under the devices. */
export function shadows(shapes: string): string {
  return `<g filter="url(#soft)">${shapes}</g>`;
}

/** Draws the contact shadow of an object on the ground, `width` wide around `x`. */
export function contact(x: number, y: number, width: number, strength = 1): string {
  return (
    ellipse(x + width * 0.05, y + 4, width * 0.53, 15, `fill="#0b0d12" opacity="${n(0.3 * strength)}"`) +
    ellipse(x + width * 0.12, y + 14, width * 0.58, 30, `fill="#0b0d12" opacity="${n(0.12 * strength)}"`)
  );
}

export type Sheet = { width: number; height: number };
const productSheet: Sheet = { width: 800, height: 1000 };

/** Returns a standalone image: the drawing on tinted paper that is lit from the upper left. */
export function tile(paint: Paint, body: string, content: string, sheet: Sheet = productSheet): string {
  const light = paint.radial(0.28, 0.18, 1.05, [
    [0, paper(body, 0.035)],
    [0.55, paper(body)],
    [1, paper(body, -0.045)],
  ]);
  const { width, height } = sheet;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<defs>${paint.defs()}<filter id="soft" color-interpolation-filters="sRGB" filterUnits="userSpaceOnUse" x="0" y="0" width="${width}" height="${height}">` +
    `<feGaussianBlur stdDeviation="13"/></filter></defs>` +
    `<rect width="${width}" height="${height}" fill="${light}"/>${content}</svg>`;
  // Half of all numbers are below one; their leading zeros only add bytes.
  return svg.replace(/([\s"(,-])0\.(?=\d)/g, '$1.');
}

/** Draws an abstract image of two neighboring hues for a lit screen. */
export function wallpaper(paint: Paint, x: number, y: number, w: number, h: number, hue: number): string {
  const base = paint.linear('diagonal', [
    [0, lch(0.86, 0.07, hue + 30)],
    [0.5, lch(0.66, 0.12, hue)],
    [1, lch(0.36, 0.1, hue - 25)],
  ]);
  const sweep = paint.linear('diagonal', [
    [0, lch(0.93, 0.05, hue + 50), 0.85],
    [1, lch(0.6, 0.13, hue + 20), 0],
  ]);
  const deep = paint.linear('down', [
    [0, lch(0.5, 0.13, hue - 30), 0.85],
    [1, lch(0.25, 0.07, hue - 40), 0.95],
  ]);
  const size = Math.max(w, h);
  return (
    rect(x, y, w, h, 0, `fill="${base}"`) +
    circle(x + w * 0.15, y + h * 0.2, size * 0.42, `fill="${sweep}"`) +
    circle(x + w * 0.95, y + h * 1.02, size * 0.5, `fill="${deep}"`) +
    circle(x + w * 0.2, y + h * 1.08, size * 0.38, `fill="${sweep}" opacity="0.55"`)
  );
}
