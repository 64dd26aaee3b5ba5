import { shade } from './color.ts';
import { circle, ellipse, n, type Paint, path, rect } from './paint.ts';

export type ControllerShape = {
  body: string;
  /** Color of the part between the grips. */
  middle: string;
  /** Both sticks level, or the left one above the direction pad. */
  sticks: 'level' | 'staggered';
  touchpad: boolean;
  /** Colors of the four round buttons: top, right, bottom, left. */
  buttons: readonly [string, string, string, string];
};

const outline =
  'M40 6C48 2 56 4 62 5H98C104 4 112 2 120 6C138 8 148 16 152 34C158 62 163 84 159 97C155 108 142 107 134 97C127 87 122 80 112 77H48C38 80 33 87 26 97C18 107 5 108 1 97C-3 84 2 62 8 34C12 16 22 8 40 6Z';

/** Draws a thumb stick seen from above. */
export function stick(paint: Paint, x: number, y: number, r: number): string {
  const cap = paint.radial(0.38, 0.3, 0.8, [
    [0, '#5a5d63'],
    [0.6, '#2b2d31'],
    [1, '#121315'],
  ]);
  return (
    circle(x, y, r * 1.24, 'fill="#0a0b0c"') +
    circle(x, y, r, `fill="${cap}"`) +
    circle(x, y, r * 0.66, 'fill="#1b1c1f" stroke="#44474d" stroke-width="0.5"')
  );
}

export function directionPad(x: number, y: number, size: number, color: string): string {
  const arm = size * 0.36;
  const half = size / 2;
  const cross = `M${n(x - arm / 2)} ${n(y - half)}h${n(arm)}v${n(half - arm / 2)}h${n(half - arm / 2)}v${n(arm)}h${n(arm / 2 - half)}v${n(half - arm / 2)}h${n(-arm)}v${n(arm / 2 - half)}h${n(arm / 2 - half)}v${n(-arm)}h${n(half - arm / 2)}z`;
  return path(
    cross,
    `fill="${color}" stroke="${shade(color, -0.12)}" stroke-width="0.6" stroke-linejoin="round"`,
  );
}

export function diamond(
  x: number,
  y: number,
  spread: number,
  r: number,
  colors: readonly [string, string, string, string],
): string {
  const [top, right, bottom, left] = colors;
  const button = (dx: number, dy: number, color: string) =>
    circle(
      x + dx * spread,
      y + dy * spread,
      r,
      `fill="${color}" stroke="#000" stroke-opacity="0.3" stroke-width="0.5"`,
    );
  return button(0, -1, top) + button(1, 0, right) + button(0, 1, bottom) + button(-1, 0, left);
}

/** Draws a game controller in millimeters, 160 wide and 106 high. */
export function controller(paint: Paint, shape: ControllerShape): string {
  const shell = paint.radial(0.3, 0.12, 1.05, [
    [0, shade(shape.body, 0.12)],
    [0.5, shape.body],
    [1, shade(shape.body, -0.13)],
  ]);
  const pad = shade(shape.body, -0.03);
  const cross = shape.touchpad ? shape.body : shade(shape.body, -0.06);
  const left = shape.sticks === 'level' ? ([54, 58] as const) : ([37, 35] as const);
  const cluster = shape.sticks === 'level' ? ([33, 35] as const) : ([57, 59] as const);
  return (
    rect(20, 2, 30, 14, 7, `fill="${shade(shape.middle, 0.02)}"`) +
    rect(110, 2, 30, 14, 7, `fill="${shade(shape.middle, 0.02)}"`) +
    path(outline, `fill="${shell}"`) +
    (shape.touchpad
      ? path(
          'M48 42C56 46 60 44 66 44H94C100 44 104 46 112 42C122 44 126 56 122 70C116 76 112 77 112 77H48S44 76 38 70C34 56 38 44 48 42Z',
          `fill="${shape.middle}"`,
        ) +
        path(
          'M50 5.4H110L106 40Q105 43 101 43H59Q55 43 54 40Z',
          `fill="${pad}" stroke="${shade(shape.body, -0.14)}" stroke-width="0.7"`,
        ) +
        path(
          'M49 7L53 41M111 7L107 41',
          'stroke="#3f8cff" stroke-width="1.3" stroke-linecap="round" opacity="0.85"',
        )
      : circle(80, 22, 6.2, `fill="${shade(shape.body, 0.3)}"`) +
        ellipse(71, 37, 2.6, 2.6, `fill="${shade(shape.body, -0.1)}"`) +
        ellipse(89, 37, 2.6, 2.6, `fill="${shade(shape.body, -0.1)}"`)) +
    (shape.touchpad ? '' : circle(cluster[0], cluster[1], 12, `fill="${shade(shape.body, -0.06)}"`)) +
    directionPad(cluster[0], cluster[1], shape.touchpad ? 21 : 19, shade(cross, -0.06)) +
    stick(paint, left[0], left[1], 9.4) +
    stick(paint, 106, shape.sticks === 'level' ? 58 : 59, 9.4) +
    diamond(127, 35, 9, 4.4, shape.buttons) +
    path(outline, 'fill="none" stroke="#fff" stroke-opacity="0.2" stroke-width="0.8"')
  );
}
