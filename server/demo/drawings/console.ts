// Home consoles with their controller.
import { shade } from './color.ts';
import { type ControllerShape, controller } from './controller.ts';
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

export type ConsoleShape = {
  kind: 'console';
  /** Two curved side plates around a dark core, one square tower, or a slab with a round grille. */
  form: 'winged-tower' | 'square-tower' | 'slab';
  /** Side plates of a winged tower: undivided, in two halves, or with three dark fins between them. */
  plates?: 'whole' | 'halves' | 'fins';
  /** True if the front has a disc slot. */
  disc: boolean;
  /** Scale relative to the largest console of its form; defaults to 1. */
  size?: number;
  controller: ControllerShape;
};

export type ConsoleView = 'set' | 'console' | 'controller';

/** Both towers are drawn in a box 420 wide and 780 high. */
const box = { width: 420, height: 780 };

function wingedTower(paint: Paint, shape: ConsoleShape, body: string): string {
  const side = paint.linear('right', [
    [0, shade(body, 0.03)],
    [0.35, shade(body, -0.02)],
    [1, shade(body, -0.13)],
  ]);
  const edge = paint.linear('right', [
    [0, shade(body, -0.14)],
    [0.4, shade(body, 0.04)],
    [1, shade(body, -0.06)],
  ]);
  const core = paint.linear('right', [
    [0, '#050607'],
    [0.3, '#2c2f35'],
    [0.45, '#0c0d0f'],
    [1, '#17191d'],
  ]);
  const bulge = paint.linear('right', [
    [0, shade(body, 0.03)],
    [0.5, shade(body, -0.01)],
    [1, shade(body, -0.12)],
  ]);
  return (
    ellipse(200, 764, 150, 17, 'fill="#1a1c20"') +
    path('M46 40C120 22 150 28 174 40V754C140 764 88 764 62 752Z', `fill="${core}"`) +
    path('M112 52V752', 'stroke="#000" stroke-width="3" opacity="0.7"') +
    (shape.disc
      ? path('M128 470V628', 'stroke="#000" stroke-width="6" stroke-linecap="round"') +
        path('M131 470V628', 'stroke="#50555e" stroke-width="1"')
      : '') +
    rect(86, 338, 9, 22, 3, 'fill="#000" stroke="#4a4e56" stroke-width="1"') +
    rect(87, 376, 7, 14, 3.5, 'fill="#000" stroke="#4a4e56" stroke-width="1"') +
    path('M150 660v16M150 694v28', 'stroke="#50555e" stroke-width="4" stroke-linecap="round"') +
    path('M58 48C76 250 78 560 66 748', 'fill="none" stroke="#5aa2ff" stroke-width="4" opacity="0.55"') +
    path('M30 20C58 250 60 540 44 760L58 762C76 560 74 250 52 30C46 20 38 14 30 20Z', `fill="${edge}"`) +
    path(
      'M176 30C160 260 162 540 180 762L196 762C182 540 180 260 196 20C190 16 182 18 176 30Z',
      `fill="${edge}"`,
    ) +
    path(
      'M196 20C270 -6 350 8 402 44C388 270 388 520 398 740C330 762 260 764 196 762C182 540 180 260 196 20Z',
      `fill="${side}"`,
    ) +
    sidePlate(shape, body, bulge) +
    path('M197 24C184 260 184 540 198 758', 'fill="none" stroke="#fff" stroke-width="3" opacity="0.9"')
  );
}

/** Divider of the side plate. */
function sidePlate({ plates = 'whole' }: ConsoleShape, body: string, bulge: string): string {
  const lower =
    'M190 424C240 404 330 410 392 436C391 540 392 640 398 740C330 762 260 764 196 762C188 640 186 520 190 424Z';
  const upperEdge = 'M190 424C240 404 330 410 392 436';
  if (plates === 'halves')
    return (
      path(lower, `fill="${bulge}"`) +
      path('M192 470L391 388', 'stroke="#0b0c0e" stroke-width="9"') +
      path('M192 477L391 395', 'stroke="#fff" stroke-width="2" opacity="0.7"') +
      path(
        'M205 60C280 34 340 44 392 70C386 150 386 260 388 350L198 428C194 300 196 180 205 60Z',
        'fill="#fff" opacity="0.35"',
      )
    );
  if (plates === 'fins')
    return [0, 1, 2]
      .map(
        (i) =>
          path(`M191 ${400 + i * 44}L391 ${362 + i * 44}v19L191 ${422 + i * 44}z`, 'fill="#121316"') +
          path(`M191 ${423 + i * 44}L391 ${382 + i * 44}`, 'stroke="#fff" stroke-width="1.6" opacity="0.6"'),
      )
      .join('');
  return (
    path(lower, `fill="${bulge}"`) +
    path(upperEdge, `fill="none" stroke="${shade(body, -0.1)}" stroke-width="2"`)
  );
}

/** Upright slim box with a round fan grille in its wide side. */
function slab(paint: Paint, body: string): string {
  const front = paint.linear('right', [
    [0, shade(body, 0.02)],
    [1, shade(body, -0.05)],
  ]);
  const side = paint.linear('diagonal', [
    [0, shade(body, 0.04)],
    [1, shade(body, -0.12)],
  ]);
  const rows = Array.from({ length: 17 }, (_, i) => {
    const dy = (i - 8) * 13;
    const half = 96 * Math.sqrt(1 - (dy / 116) ** 2);
    return `M${n(282 - half)} ${n(430 + dy + half * 0.12)}L${n(282 + half)} ${n(430 + dy - half * 0.12)}`;
  }).join('');
  return (
    path('M152 142L396 104Q404 103 404 112V722Q404 730 396 732L152 772Z', `fill="${side}"`) +
    path('M60 128L296 96Q350 90 400 104L152 142Z', `fill="${shade(body, 0.05)}"`) +
    rect(44, 130, 110, 642, 9, `fill="${front}"`) +
    path('M154 140V770', `stroke="${shade(body, -0.16)}" stroke-width="1.6"`) +
    ellipse(282, 430, 104, 122, 'fill="#0d0e10"') +
    ellipse(282, 430, 104, 122, `fill="none" stroke="${shade(body, -0.22)}" stroke-width="2.5"`) +
    path(rows, 'stroke="#3b3e44" stroke-width="5.4" stroke-linecap="round" stroke-dasharray="0 12"') +
    circle(72, 168, 12, `fill="${shade(body, -0.04)}" stroke="${shade(body, -0.2)}" stroke-width="1.6"`) +
    circle(72, 168, 5, 'fill="#5b6068"') +
    rect(88, 690, 14, 34, 3, 'fill="#0a0b0c"') +
    circle(95, 664, 6, `fill="${shade(body, -0.2)}"`)
  );
}

function squareTower(paint: Paint, body: string): string {
  const face = paint.linear('diagonal', [
    [0, shade(body, 0.13)],
    [0.5, shade(body, 0.02)],
    [1, shade(body, -0.05)],
  ]);
  const side = paint.linear('right', [
    [0, shade(body, -0.02)],
    [1, shade(body, -0.12)],
  ]);
  const top = paint.linear('diagonal', [
    [0, shade(body, 0.2)],
    [1, shade(body, 0.03)],
  ]);
  const holes = Array.from({ length: 9 }, (_, column) =>
    Array.from({ length: 4 }, (_, row) =>
      ellipse(
        104 + column * 26 + row * 9,
        110 - row * 19,
        8.4,
        4.8,
        `fill="${row > 1 ? '#12521f' : '#08090a'}"`,
      ),
    ).join(''),
  ).join('');
  return (
    path(
      'M20 130L112 40H408L330 130Z',
      `fill="${top}" stroke="${top}" stroke-width="8" stroke-linejoin="round"`,
    ) +
    holes +
    path(
      'M330 130L408 40V668L330 768Z',
      `fill="${side}" stroke="${side}" stroke-width="6" stroke-linejoin="round"`,
    ) +
    rect(14, 126, 320, 646, 9, `fill="${face}"`) +
    rect(15, 127, 318, 644, 9, `fill="none" stroke="${shade(body, 0.2)}" stroke-width="1.6"`) +
    path('M58 430V686', 'stroke="#000" stroke-width="8" stroke-linecap="round"') +
    path('M63 430V686', `stroke="${shade(body, 0.16)}" stroke-width="1.4"`) +
    rect(74, 650, 9, 24, 4, `fill="${shade(body, -0.1)}"`) +
    circle(52, 168, 15, `fill="${shade(body, 0.1)}" stroke="${shade(body, 0.22)}" stroke-width="1.6"`) +
    circle(52, 168, 6, 'fill="#eef1f4"') +
    rect(284, 690, 16, 30, 3, `fill="#050505" stroke="${shade(body, 0.2)}" stroke-width="1.4"`) +
    circle(292, 668, 6, `fill="${shade(body, 0.12)}"`)
  );
}

/** Draws the console without its controller, in a box of 420 by 780 units. */
export function consoleTower(paint: Paint, shape: ConsoleShape, body: string): string {
  if (shape.form === 'slab') return slab(paint, body);
  return shape.form === 'winged-tower' ? wingedTower(paint, shape, body) : squareTower(paint, body);
}

export function drawConsole(shape: ConsoleShape, body: string, view: ConsoleView): string {
  const paint = startPaint();
  if (view === 'controller') {
    const scale = 4.1;
    const shadow =
      rect(112, 410, 600, 190, 90, 'fill="#0b0d12" opacity="0.2"') +
      contact(190, 712, 150) +
      contact(610, 712, 150);
    return tile(
      paint,
      shape.controller.body,
      shadows(shadow) + place(400 - 80 * scale, 285, scale, controller(paint, shape.controller)),
    );
  }
  const size = shape.size ?? 1;
  const scale = (view === 'console' ? 1.08 : 0.98) * size;
  const x = view === 'console' ? 400 - (box.width * scale) / 2 : 110 + (1 - size) * 200;
  const y = (view === 'console' ? 80 : 74) + (view === 'console' ? 420 : 740) * (1 - size);
  const ground = y + (box.height - 12) * scale;
  const tower =
    shadows(contact(x + (box.width / 2) * scale, ground, box.width * scale * 0.92, 1.2)) +
    place(x, y, scale, consoleTower(paint, shape, body));
  if (view === 'console') return tile(paint, body, tower);
  const pad = 2.35;
  const shadow =
    contact(410, 896, 100) +
    contact(662, 896, 100) +
    ellipse(550, 850, 150, 26, 'fill="#0b0d12" opacity="0.2"');
  return tile(
    paint,
    body,
    tower + shadows(shadow) + place(348, 652, pad, controller(paint, shape.controller)),
  );
}
