// Over-ear headphones: three-quarter view from the front, and one cup from the side.
import { shade } from './color.ts';
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
} from './paint.ts';

export type HeadphonesShape = {
  kind: 'headphones';
  /** Half width and half height of the ear cup's outer face. */
  cup: { rx: number; ry: number };
  band: number;
  /** Slim rod into the cup, metal fork around it, or shoulder in the color of the band. */
  arm: 'rod' | 'yoke' | 'shoulder';
  armColor: string;
  cushion: string;
  /** Corner roundness of cups with straight sides, from 0 to 1. */
  corners?: number;
  /** True for an open frame with a mesh instead of a padded band. */
  net?: true;
  /** Color of the fabric over the band. */
  bandColor?: string;
  /** Color of the metal of microphone slots, hinge or ring. */
  accent?: string;
  /** Emblem on the outer face: a ring, a bold letter, or a leather plate with a wordmark. */
  mark?: 'ring' | 'letter' | 'plate';
  /** True if the cup has a rotating crown on top. */
  crown?: true;
};

export type HeadphonesView = 'angle' | 'side';

function plastic(paint: Paint, body: string): string {
  return paint.radial(0.32, 0.22, 0.95, [
    [0, shade(body, 0.2)],
    [0.4, shade(body, 0.03)],
    [1, shade(body, -0.12)],
  ]);
}

/** Returns the outline of a cup or its cushion around a point. */
function oval(
  shape: HeadphonesShape,
  x: number,
  y: number,
  rx: number,
  ry: number,
  attributes: string,
): string {
  if (shape.corners === undefined) return ellipse(x, y, rx, ry, attributes);
  return rect(x - rx, y - ry, 2 * rx, 2 * ry, Math.min(rx, ry) * shape.corners, attributes);
}

/** Draws the emblem on the outer face of a cup. */
function markOn(shape: HeadphonesShape, body: string, x: number, y: number, narrow: number): string {
  const metal = shape.accent ?? shade(body, 0.25);
  const line = `fill="none" stroke="${metal}"`;
  const drawn = {
    ring: circle(0, 0, 13, `${line} stroke-width="4"`),
    letter:
      circle(0, 9, 20, `${line} stroke-width="10"`) +
      path('M-20 -38V12', `${line} stroke-width="10" stroke-linecap="round"`),
    plate:
      rect(-40, -9, 80, 18, 9, `fill="none" stroke="${metal}" stroke-width="5"`) +
      path('M-30 2q15-14 30 0t30-2', `${line} stroke-width="4" stroke-linecap="round"`),
  };
  return shape.mark
    ? `<g transform="translate(${n(x)} ${n(y)}) scale(${narrow} 1)">${drawn[shape.mark]}</g>`
    : '';
}

function cushion(
  shape: HeadphonesShape,
  paint: Paint,
  x: number,
  y: number,
  rx: number,
  ry: number,
  color: string,
  open: boolean,
): string {
  const leather = paint.radial(0.34, 0.26, 0.85, [
    [0, shade(color, 0.17)],
    [0.6, color],
    [1, shade(color, -0.1)],
  ]);
  const inside = open
    ? oval(shape, x + 4, y + 3, rx * 0.56, ry * 0.6, `fill="${shade(color, -0.22)}"`) +
      oval(shape, x + 10, y + 6, rx * 0.44, ry * 0.52, `fill="${shade(color, -0.15)}"`)
    : '';
  return oval(shape, x, y, rx, ry, `fill="${leather}"`) + inside;
}

function arms(shape: HeadphonesShape, x: number, y: number, lean: number, rx = shape.cup.rx): string {
  const { ry } = shape.cup;
  const top = y - ry;
  const stroke = `fill="none" stroke="${shape.armColor}" stroke-linecap="round"`;
  if (shape.arm === 'shoulder')
    return (
      path(
        `M${x + lean} ${top - 74}L${x + lean * 0.4} ${top + 26}`,
        `${stroke} stroke-width="${shape.band * 0.9}"`,
      ) +
      (shape.accent
        ? rect(
            x + lean * 0.7 - shape.band * 0.46,
            top - 34,
            shape.band * 0.92,
            7,
            3,
            `fill="${shape.accent}"`,
          )
        : '')
    );
  if (shape.arm === 'rod')
    return path(`M${x + lean} ${top - 70}L${x} ${top + 40}`, `${stroke} stroke-width="17"`);
  return (
    path(`M${x + lean} ${top - 80}L${x} ${top - 14}`, `${stroke} stroke-width="20"`) +
    path(
      `M${x - rx - 3} ${y + 8}C${x - rx - 8} ${top + 10} ${x - rx * 0.6} ${top - 16} ${x} ${top - 16}S${x + rx + 8} ${top + 10} ${x + rx + 3} ${y + 8}`,
      `${stroke} stroke-width="13"`,
    )
  );
}

/** Draws headphones in image units: 560 wide, 700 high, with the upper left corner at the origin. */
export function headphonesAtAngle(paint: Paint, shape: HeadphonesShape, body: string): string {
  const { rx, ry } = shape.cup;
  const near = { x: 420, y: 500 };
  const far = { x: 118, y: 478 };
  const shell = plastic(paint, body);
  const bandColor = shape.bandColor ?? body;
  const bandFill = paint.linear('right', [
    [0, shade(bandColor, 0.12)],
    [0.3, shade(bandColor, 0.05)],
    [1, shade(bandColor, -0.1)],
  ]);
  const arch = `M${far.x - 6} ${far.y - ry - 40}C${far.x - 26} 120 ${near.x + 30} 90 ${near.x + 24} ${near.y - ry - 50}`;
  const line = (width: number, color: string, opacity = 1) =>
    path(
      arch,
      `fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}"`,
    );
  return (
    arms(shape, far.x - 8, far.y, -2, rx * 0.66) +
    oval(shape, far.x - 26, far.y, rx * 0.6, ry * 0.96, `fill="${shell}"`) +
    cushion(shape, paint, far.x + 8, far.y + 2, rx * 0.66, ry * 0.96, shape.cushion, true) +
    (shape.net ? netBand(arch, shape, body) : paddedBand(line, shape, bandFill)) +
    cushion(shape, paint, near.x - 40, near.y + 2, rx * 0.86, ry * 0.98, shape.cushion, false) +
    (shape.arm === 'yoke' ? '' : arms(shape, near.x + 8, near.y, 16)) +
    (shape.crown ? rect(near.x + rx * 0.3, near.y - ry - 13, 34, 20, 7, `fill="${shade(body, 0.12)}"`) : '') +
    oval(shape, near.x, near.y, rx, ry, `fill="${shell}"`) +
    oval(
      shape,
      near.x + 2,
      near.y + 2,
      rx * 0.86,
      ry * 0.88,
      `fill="none" stroke="#fff" stroke-opacity="0.13" stroke-width="3"`,
    ) +
    (shape.arm === 'yoke' ? arms(shape, near.x, near.y, 22) : '') +
    markOn(shape, body, near.x + 4, near.y, 0.86) +
    rect(
      near.x - 9,
      near.y + ry * 0.84,
      18,
      5,
      2.5,
      `fill="${shape.accent ?? '#000'}" opacity="${shape.accent ? 1 : 0.45}"`,
    ) +
    ellipse(
      near.x + rx * 0.55,
      near.y - ry * 0.55,
      4,
      7,
      `fill="${shape.accent ?? '#000'}" opacity="${shape.accent ? 1 : 0.4}"`,
    )
  );
}

type Line = (width: number, color: string, opacity?: number) => string;

function paddedBand(line: Line, shape: HeadphonesShape, fill: string): string {
  return (
    line(shape.band, fill) +
    `<g transform="translate(0 ${n(shape.band * 0.3)})">${line(shape.band * 0.36, shade(shape.cushion, -0.03))}</g>` +
    `<g transform="translate(-3 ${n(-shape.band * 0.27)})">${line(shape.band * 0.14, '#ffffff', 0.22)}</g>`
  );
}

/** Draws two rails with a mesh between them. */
function netBand(arch: string, shape: HeadphonesShape, body: string): string {
  const stroke = (width: number, color: string, more = '') =>
    path(arch, `fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" ${more}`);
  return (
    stroke(shape.band + 16, shade(body, 0.05)) +
    stroke(shape.band + 2, shade(shape.cushion, 0.12)) +
    stroke(shape.band + 2, shade(shape.cushion, -0.12), 'stroke-dasharray="2 4" opacity="0.8"') +
    `<g transform="translate(-4 ${n(-shape.band * 0.5)})">${stroke(4, '#ffffff', 'opacity="0.35"')}</g>`
  );
}

function fromTheSide(paint: Paint, shape: HeadphonesShape, body: string): string {
  const { rx, ry } = shape.cup;
  const wide = rx * 1.32;
  const shell = plastic(paint, body);
  const strapColor = shape.net ? shape.cushion : (shape.bandColor ?? body);
  const strap = paint.linear('right', [
    [0, shade(strapColor, 0.14)],
    [0.4, shade(strapColor, 0.02)],
    [1, shade(strapColor, -0.12)],
  ]);
  const width = shape.band * 1.5;
  return (
    rect(280 - width / 2, 30, width, 330, width / 2, `fill="${strap}"`) +
    rect(280 - width / 2 + 8, 44, width - 16, 44, 18, 'fill="#fff" opacity="0.09"') +
    (shape.net
      ? rect(
          280 - width / 2 - 5,
          26,
          width + 10,
          338,
          width / 2,
          `fill="none" stroke="${shade(body, 0.05)}" stroke-width="10"`,
        )
      : '') +
    (shape.arm === 'rod' ? rect(269, 300, 22, 120, 11, `fill="${shape.armColor}"`) : '') +
    (shape.arm === 'shoulder'
      ? rect(
          280 - shape.band * 0.8,
          318,
          shape.band * 1.6,
          120,
          shape.band * 0.5,
          `fill="${shape.armColor}"`,
        ) +
        (shape.accent
          ? rect(280 - shape.band * 0.8, 496 - ry - 26, shape.band * 1.6, 8, 2, `fill="${shape.accent}"`)
          : '')
      : '') +
    (shape.crown ? rect(280 + wide * 0.36, 496 - ry - 14, 36, 24, 8, `fill="${shade(body, 0.12)}"`) : '') +
    oval(shape, 288, 500, wide * 1.04, ry * 1.02, `fill="${shade(shape.cushion, -0.08)}"`) +
    oval(shape, 280, 496, wide, ry, `fill="${shell}"`) +
    oval(
      shape,
      282,
      498,
      wide * 0.88,
      ry * 0.89,
      'fill="none" stroke="#fff" stroke-opacity="0.14" stroke-width="3"',
    ) +
    (shape.arm === 'yoke'
      ? path(
          `M${280 - wide - 4} 505C${280 - wide - 10} ${500 - ry} 250 ${488 - ry} 280 ${488 - ry}S${280 + wide + 10} ${500 - ry} ${280 + wide + 4} 505`,
          `fill="none" stroke="${shape.armColor}" stroke-width="15" stroke-linecap="round"`,
        )
      : '') +
    markOn(shape, body, 280, 496, 1) +
    [-24, 0, 24]
      .map((dx) => ellipse(280 + dx, 496 + ry * 0.82, 4, 4, 'fill="#000" opacity="0.42"'))
      .join('') +
    rect(
      268,
      496 - ry * 0.84,
      24,
      6,
      3,
      shape.accent ? `fill="${shape.accent}"` : 'fill="#000" opacity="0.38"',
    )
  );
}

export function drawHeadphones(shape: HeadphonesShape, body: string, view: HeadphonesView): string {
  const paint = startPaint();
  const scale = 1.4;
  if (view === 'side') {
    const ground = 500 + shape.cup.ry + 2;
    return tile(
      paint,
      body,
      shadows(place(8, 40, scale, contact(286, ground, shape.cup.rx * 2.2))) +
        place(8, 40, scale, fromTheSide(paint, shape, body)),
    );
  }
  const shadow =
    contact(410, 500 + shape.cup.ry, shape.cup.rx * 2.1) +
    contact(118, 478 + shape.cup.ry, shape.cup.rx * 1.3, 0.9);
  return tile(
    paint,
    body,
    shadows(place(28, -26, scale, shadow)) + place(28, -26, scale, headphonesAtAngle(paint, shape, body)),
  );
}
