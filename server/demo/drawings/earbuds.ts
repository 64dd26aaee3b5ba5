// Earbuds with their charging case.
import { shade } from './color.ts';
import {
  circle,
  contact,
  ellipse,
  type Paint,
  path,
  place,
  rect,
  shadows,
  startPaint,
  tile,
} from './paint.ts';

export type EarbudsShape = {
  kind: 'earbuds';
  /** Stem that hangs down, closed drop, round disc in front of a darker body, or shell with three soft corners. */
  bud: 'stem' | 'drop' | 'disc' | 'shell';
  /** Color of the microphone's metal or of the disc's rim. */
  accent?: string;
  /** Color of the inner side and tips; defaults to the body color. */
  inner?: string;
  case: { width: number; height: number; radius: number };
};

export type EarbudsView = 'set' | 'buds' | 'case';

function plastic(paint: Paint, body: string): string {
  return paint.radial(0.3, 0.2, 1, [
    [0, shade(body, 0.13)],
    [0.5, body],
    [1, shade(body, -0.15)],
  ]);
}

function chargingCase(paint: Paint, shape: EarbudsShape, body: string): string {
  const { width: w, height: h, radius } = shape.case;
  const seam = h * 0.36;
  return (
    rect(0, 0, w, h, radius, `fill="${plastic(paint, body)}"`) +
    rect(
      0.4,
      0.4,
      w - 0.8,
      h - 0.8,
      radius,
      'fill="none" stroke="#fff" stroke-opacity="0.4" stroke-width="0.6"',
    ) +
    path(`M0.4 ${seam}H${w - 0.4}`, `stroke="${shade(body, -0.28)}" stroke-width="0.6"`) +
    path(`M0.4 ${seam + 0.7}H${w - 0.4}`, 'stroke="#fff" stroke-opacity="0.5" stroke-width="0.4"') +
    circle(w / 2, seam + 6, 0.7, 'fill="#4fbf7a"')
  );
}

/** Draws the open case in millimeters; its lid is above the origin. */
export function openCase(paint: Paint, shape: EarbudsShape, body: string): string {
  const { width: w, height: h, radius } = shape.case;
  const lidHeight = h * 0.46;
  const inner = shade(body, -0.07);
  const dark = shade(body, -0.3);
  return (
    rect(1, -lidHeight + 2, w - 2, lidHeight + radius, radius * 0.9, `fill="${plastic(paint, body)}"`) +
    rect(4, -lidHeight + 5, w - 8, lidHeight + radius - 8, radius * 0.7, `fill="${inner}"`) +
    rect(0, 0, w, h * 0.72, radius * 0.8, `fill="${plastic(paint, body)}"`) +
    ellipse(w / 2, 4.2, w / 2 - 4, 4.4, `fill="${inner}"`) +
    ellipse(w * 0.31, 4.6, w * 0.12, 2.6, `fill="${dark}"`) +
    ellipse(w * 0.69, 4.6, w * 0.12, 2.6, `fill="${dark}"`) +
    circle(w / 2, h * 0.36, 0.7, 'fill="#4fbf7a"')
  );
}

/** Draws a left bud in millimeters, about 24 wide and 32 high; the right one is its mirror image. */
function bud(paint: Paint, shape: EarbudsShape, body: string): string {
  const shell = plastic(paint, body);
  const tip = paint.radial(0.35, 0.3, 0.9, [
    [0, '#ffffff'],
    [1, '#c9ccd2'],
  ]);
  const soft = shape.bud === 'stem' ? tip : (shape.inner ?? shade(body, -0.14));
  const ear = `<g transform="rotate(-24 18 10)">${ellipse(19.6, 9.6, 5.4, 7, `fill="${soft}"`)}${ellipse(22.2, 9.6, 2.4, 3.6, 'fill="#2a2c31"')}</g>`;
  const grille = 'fill="#16181c" opacity="0.85"';
  if (shape.bud === 'drop') {
    return (
      ear +
      path(
        'M2 11C2 3 8 0 13 1.4C19 3 20.6 9 18.6 14.4C16.6 20 12 23 7.6 21.4C3.6 20 2 16 2 11Z',
        `fill="${shell}"`,
      ) +
      path(
        'M4 11C4 5.4 8 2.6 12 3.4',
        'fill="none" stroke="#fff" stroke-opacity="0.4" stroke-width="1" stroke-linecap="round"',
      ) +
      (shape.accent
        ? ellipse(5.4, 9.4, 1.5, 4, `fill="${shape.accent}" transform="rotate(24 5.4 9.4)"`) +
          ellipse(12.6, 17.4, 2.6, 1, 'fill="#fff" opacity="0.25"')
        : rect(7, 15.5, 5.4, 1.8, 0.9, grille))
    );
  }
  if (shape.bud === 'disc') {
    return (
      ear +
      ellipse(13, 11, 8.6, 9.4, `fill="${shape.inner ?? shade(body, -0.2)}"`) +
      circle(9.6, 11, 9.2, `fill="${shell}"`) +
      circle(9.6, 11, 8.9, `fill="none" stroke="#fff" stroke-opacity="0.3" stroke-width="0.6"`) +
      rect(8.2, 4.6, 3, 1.5, 0.75, grille) +
      circle(9.6, 17, 0.5, grille)
    );
  }
  if (shape.bud === 'shell') {
    return (
      ear +
      path(
        'M2.4 8C3 2.4 9 0 14 2C19 4 20.4 8 18.6 12.4C16.6 17.4 12.6 22.6 8 22C3.4 21.4 1.8 14 2.4 8Z',
        `fill="${shell}"`,
      ) +
      path(
        'M4.2 8.6C5 4.4 9 2.6 12.8 3.6C16 4.4 16.6 8 15 11.4C13.4 15 10.6 19.2 7.8 18.8C5 18.4 3.6 13 4.2 8.6Z',
        `fill="${shade(body, -0.05)}" stroke="${shade(body, 0.1)}" stroke-width="0.5"`,
      ) +
      rect(7.4, 7.8, 5, 1.3, 0.6, `fill="${shape.accent ?? shade(body, 0.3)}"`)
    );
  }
  return (
    ear +
    rect(4.2, 6, 6.6, 26, 3.2, `fill="${shell}"`) +
    path(
      'M3.4 11C3 4 8.6 1 13.6 1.8C18.6 2.6 20.4 8 18.6 12.4C16.8 16.8 11 18.6 7 17.2Z',
      `fill="${shell}"`,
    ) +
    rect(12.2, 4.4, 2.6, 6.4, 1.3, `${grille} transform="rotate(-18 13.5 7.6)"`) +
    rect(5, 29.2, 5, 1.4, 0.7, 'fill="#b9bcc2"') +
    rect(5, 20, 1, 7.4, 0.5, 'fill="#000" opacity="0.12"')
  );
}

/** Draws both buds side by side around the origin, in millimeters. */
export function pairOfBuds(paint: Paint, shape: EarbudsShape, body: string): string {
  const gap = 2;
  const one = bud(paint, shape, body);
  return `${place(-24 - gap, 0, 1, one)}<g transform="translate(${24 + gap} 0) scale(-1 1)">${one}</g>`;
}

export function drawEarbuds(shape: EarbudsShape, body: string, view: EarbudsView): string {
  const paint = startPaint();
  const { width, height } = shape.case;
  if (view === 'buds') {
    const scale = 12;
    const top = shape.bud === 'stem' ? 300 : 350;
    const ground = top + (shape.bud === 'stem' ? 32 : 22) * scale;
    const shadow = contact(230, ground, 210, 0.9) + contact(570, ground, 210, 0.9);
    return tile(paint, body, shadows(shadow) + place(400, top, scale, pairOfBuds(paint, shape, body)));
  }
  const scale = view === 'case' ? 9.6 : 8;
  const x = 400 - (width * scale) / 2;
  if (view === 'case') {
    const y = 500 - (height * scale) / 2;
    const ground = y + height * scale;
    const shadow = rect(
      x + 20,
      y + 26,
      width * scale,
      height * scale - 20,
      160,
      'fill="#0b0d12" opacity="0.2"',
    );
    const drawn = chargingCase(paint, shape, body);
    return tile(
      paint,
      body,
      shadows(shadow + contact(400, ground, width * scale * 0.7)) + place(x, y, scale, drawn),
    );
  }
  const y = 320;
  const ground = y + height * 0.72 * scale;
  const budTop = ground + 20;
  const budGround = budTop + (shape.bud === 'stem' ? 32 : 22) * 8;
  const shadow = contact(400, ground, width * scale * 0.85);
  const budShadow = contact(290, budGround, 110, 0.8) + contact(520, budGround, 110, 0.8);
  return tile(
    paint,
    body,
    shadows(shadow) +
      place(x, y, scale, openCase(paint, shape, body)) +
      shadows(budShadow) +
      place(400, budTop, 8, pairOfBuds(paint, shape, body)),
  );
}
