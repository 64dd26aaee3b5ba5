// Images of several devices: one per category, and the hero image of the shop.
import { type ConsoleShape, consoleTower } from './console.ts';
import { type EarbudsShape, openCase, pairOfBuds } from './earbuds.ts';
import { type HandheldShape, handheldFront } from './handheld.ts';
import { type HeadphonesShape, headphonesAtAngle } from './headphones.ts';
import type { Device } from './images.ts';
import { type LaptopShape, openHeight, openLaptop } from './laptop.ts';
import { contact, type Paint, place, rect, type Sheet, shadows, startPaint, tile } from './paint.ts';
import { type PhoneShape, phoneSide } from './phone.ts';
import { type TabletShape, tabletSide } from './tablet.ts';
import { type WatchShape, watchSide } from './watch.ts';

const categorySheet: Sheet = { width: 800, height: 600 };
const heroSheet: Sheet = { width: 1200, height: 900 };

type Spot = { x: number; ground: number; scale: number };

function cast(x: number, y: number, w: number, h: number, r: number): string {
  return rect(x + 12, y + 16, w, h - 8, r, 'fill="#0b0d12" opacity="0.2"') + contact(x + w / 2, y + h, w);
}

/** Draws an upright flat device with its left edge at x. */
function upright(
  device: Device<PhoneShape> | Device<TabletShape>,
  side: 'front' | 'back',
  { x, ground, scale }: Spot,
  paint: Paint,
): string {
  const { shape, body } = device;
  const w = shape.width * scale;
  const h = shape.height * scale;
  const drawing =
    shape.kind === 'phone' ? phoneSide(paint, shape, body, side) : tabletSide(paint, shape, body, side);
  return shadows(cast(x, ground - h, w, h, shape.radius * scale)) + place(x, ground - h, scale, drawing);
}

function laptopAt({ shape, body }: Device<LaptopShape>, { x, ground, scale }: Spot, paint: Paint): string {
  const w = shape.width * scale;
  const y = ground - openHeight(shape) * scale;
  return (
    shadows(contact(x + w / 2, ground - 8, w * 1.12, 1.1)) +
    place(x, y, scale, openLaptop(paint, shape, body))
  );
}

function headphonesAt(
  { shape, body }: Device<HeadphonesShape>,
  { x, ground, scale }: Spot,
  paint: Paint,
): string {
  const y = ground - (500 + shape.cup.ry) * scale;
  const shadow =
    contact(410, 500 + shape.cup.ry, shape.cup.rx * 2.1) +
    contact(118, 478 + shape.cup.ry, shape.cup.rx * 1.3);
  return shadows(place(x, y, scale, shadow)) + place(x, y, scale, headphonesAtAngle(paint, shape, body));
}

type Pose = { x: number; y: number; scale: number; turn?: number };

function watchAt({ shape, body }: Device<WatchShape>, { x, y, scale, turn = 0 }: Pose, paint: Paint): string {
  const w = shape.bandWidth;
  const half = shape.height / 2 + 50;
  const silhouette =
    rect(-w / 2, -half, w, 2 * half, 6, 'fill="#0b0d12" opacity="0.24"') +
    rect(
      -shape.width / 2,
      -shape.height / 2,
      shape.width,
      shape.height,
      shape.radius,
      'fill="#0b0d12" opacity="0.3"',
    );
  return (
    shadows(place(x + 5 * scale, y + 6 * scale, scale, silhouette, turn)) +
    place(x, y, scale, watchSide(paint, shape, body, 'front'), turn)
  );
}

export function drawPhones(
  first: Device<PhoneShape>,
  second: Device<PhoneShape>,
  third: Device<PhoneShape>,
): string {
  const paint = startPaint();
  const scale = 3.15;
  return tile(
    paint,
    '#8fa3b5',
    upright(first, 'back', { x: 130, ground: 520, scale }, paint) +
      upright(third, 'back', { x: 450, ground: 520, scale }, paint) +
      upright(second, 'front', { x: 288, ground: 540, scale }, paint),
    categorySheet,
  );
}

export function drawLaptops(laptop: Device<LaptopShape>): string {
  const paint = startPaint();
  const scale = 1.6;
  const x = 400 - (laptop.shape.width * scale) / 2;
  return tile(paint, '#b9a98f', laptopAt(laptop, { x, ground: 545, scale }, paint), categorySheet);
}

export function drawAudio(headphones: Device<HeadphonesShape>, earbuds: Device<EarbudsShape>): string {
  const paint = startPaint();
  const { width, height } = earbuds.shape.case;
  const scale = 3.6;
  const ground = 430;
  const caseY = ground - height * 0.72 * scale;
  return tile(
    paint,
    '#a99bb8',
    headphonesAt(headphones, { x: 60, ground: 520, scale: 0.8 }, paint) +
      shadows(contact(630, ground, width * scale * 0.8)) +
      place(630 - (width * scale) / 2, caseY, scale, openCase(paint, earbuds.shape, earbuds.body)) +
      shadows(contact(582, 525, 50, 0.8) + contact(680, 525, 50, 0.8)) +
      place(630, 440, scale, pairOfBuds(paint, earbuds.shape, earbuds.body)),
    categorySheet,
  );
}

export function drawWatches(
  left: Device<WatchShape>,
  middle: Device<WatchShape>,
  right: Device<WatchShape>,
): string {
  const paint = startPaint();
  const scale = 4.6;
  return tile(
    paint,
    '#9db0a0',
    watchAt(left, { x: 148, y: 300, scale }, paint) +
      watchAt(middle, { x: 384, y: 300, scale }, paint) +
      watchAt(right, { x: 642, y: 300, scale }, paint),
    categorySheet,
  );
}

export function drawConsoles(tower: Device<ConsoleShape>, handheld: Device<HandheldShape>): string {
  const paint = startPaint();
  const scale = 0.64;
  const play = handheld.shape;
  const size = 420 / play.width;
  const top = 520 - play.height * size;
  return tile(
    paint,
    '#8f9bb5',
    shadows(contact(222, 530, 240, 1.2)) +
      place(90, 46, scale, consoleTower(paint, tower.shape, tower.body)) +
      shadows(cast(320, top, 420, play.height * size, 40)) +
      place(320, top, size, handheldFront(paint, play, handheld.body)),
    categorySheet,
  );
}

export function drawTablets(back: Device<TabletShape>, front: Device<TabletShape>): string {
  const paint = startPaint();
  const scale = 1.85;
  return tile(
    paint,
    '#7f9cc4',
    upright(back, 'back', { x: 164, ground: 520, scale }, paint) +
      upright(front, 'front', { x: 304, ground: 538, scale }, paint),
    categorySheet,
  );
}

export type HeroDevices = {
  laptop: Device<LaptopShape>;
  phone: Device<PhoneShape>;
  secondPhone: Device<PhoneShape>;
  watch: Device<WatchShape>;
  headphones: Device<HeadphonesShape>;
};

/** Draws the hero image: a laptop with phones, a watch and headphones around it. */
export function drawHero({ laptop, phone, secondPhone, watch, headphones }: HeroDevices): string {
  const paint = startPaint();
  return tile(
    paint,
    '#c9bda8',
    laptopAt(laptop, { x: 292, ground: 722, scale: 1.9 }, paint) +
      headphonesAt(headphones, { x: 40, ground: 800, scale: 0.68 }, paint) +
      upright(phone, 'back', { x: 800, ground: 792, scale: 2.62 }, paint) +
      upright(secondPhone, 'front', { x: 905, ground: 812, scale: 2.62 }, paint) +
      watchAt(watch, { x: 590, y: 812, scale: 1.9, turn: -84 }, paint),
    heroSheet,
  );
}
