// Models and categories of the demo shop, with their images.
import {
  type Device,
  type DeviceShape,
  type DrawnImage,
  drawImages,
  drawTypicalWear,
} from '../drawings/images.ts';
import {
  drawAudio,
  drawConsoles,
  drawHero,
  drawLaptops,
  drawPhones,
  drawTablets,
  drawWatches,
} from '../drawings/scenes.ts';
import { drawWear } from '../drawings/wear.ts';
import { galaxyBuds2Pro } from './audio/earbuds.ts';
import { wh1000xm5 } from './audio/headphones.ts';
import { audio } from './audio.ts';
import { switchOled } from './consoles/handhelds.ts';
import { playstation5 } from './consoles/tv-consoles.ts';
import { consoles } from './consoles.ts';
import { macbookAirM2 } from './laptops/macbooks.ts';
import { laptops } from './laptops.ts';
import type { CategoryName, Condition, DemoModel, DemoProduct } from './model.ts';
import { iphone13, iphone15Pro } from './smartphones/apple.ts';
import { pixel8 } from './smartphones/google.ts';
import { galaxyS22 } from './smartphones/samsung.ts';
import { smartphones } from './smartphones.ts';
import { ipad10, ipadAir5 } from './tablets/apple.ts';
import { tablets } from './tablets.ts';
import { appleWatch9, appleWatchUltra } from './watches/apple.ts';
import { fenix7 } from './watches/garmin.ts';
import { watches } from './watches.ts';

export const demoModels: readonly DemoModel[] = [
  ...smartphones,
  ...laptops,
  ...audio,
  ...watches,
  ...consoles,
  ...tablets,
];

/** Draws the images of a model in one of its colors; the first one is for cards. Fair condition adds a close-up of wear. */
export function imagesOf(model: DemoModel, color: string, condition?: Condition): DrawnImage[] {
  const shape = model.shapes[color];
  const body = model.colors[color];
  if (!shape || !body) throw new Error(`${model.name} does not come in ${color}`);
  const device = { shape, body };
  const images = drawImages(model.name, color, device);
  return condition === 'fair' ? [...images, drawTypicalWear(model.name, color, device)] : images;
}

/** Draws one device of a product: front, back, and a close-up of its own wear. */
export function drawDevice(product: DemoProduct, place: number) {
  const model = demoModels.find(({ products }) => products.includes(product));
  if (!model) throw new Error(`The demo has no product ${product.slug}.`);
  const { color, slug, condition } = product;
  const images = imagesOf(model, color.name);
  const svgOf = (name: string) => images.find(({ view }) => view === name)?.svg ?? images[0]?.svg ?? '';
  const shape = model.shapes[color.name];
  const body = model.colors[color.name];
  if (!shape || !body) throw new Error(`${model.name} does not come in ${color.name}`);
  const device = { shape, body };
  const wear = drawWear(`${slug} ${place}`, device, { isLight: condition !== 'fair' }).svg;
  return { front: svgOf('front'), back: svgOf('back'), wear };
}

type Kind = DeviceShape['kind'];

function device<K extends Kind>(
  kind: K,
  model: DemoModel,
  color: string,
): Device<Extract<DeviceShape, { kind: K }>> {
  const shape = model.shapes[color];
  const body = model.colors[color];
  if (!body || shape?.kind !== kind) throw new Error(`${model.name} is no ${kind} in ${color}`);
  return { shape: shape as Extract<DeviceShape, { kind: K }>, body };
}

export type DemoCategory = {
  name: CategoryName;
  description: string;
  image: { alt: string; draw: () => string };
};

export const demoCategories: readonly DemoCategory[] = [
  {
    name: 'Smartphones',
    description: 'Unlocked phones with measured batteries, from last year’s flagships to the ones that last.',
    image: {
      alt: 'Three phones: two from the back, one from the front',
      draw: () =>
        drawPhones(
          device('phone', iphone13, 'Blue'),
          device('phone', galaxyS22, 'Phantom Black'),
          device('phone', pixel8, 'Hazel'),
        ),
    },
  },
  {
    name: 'Laptops',
    description: 'Cleaned, tested and freshly installed, with the battery capacity stated.',
    image: { alt: 'An open laptop', draw: () => drawLaptops(device('laptop', macbookAirM2, 'Starlight')) },
  },
  {
    name: 'Audio & Headphones',
    description: 'Headphones and earbuds with new pads or tips and every microphone checked.',
    image: {
      alt: 'Over-ear headphones beside a pair of earbuds with their case',
      draw: () =>
        drawAudio(device('headphones', wh1000xm5, 'Black'), device('earbuds', galaxyBuds2Pro, 'Bora Purple')),
    },
  },
  {
    name: 'Smart Watches',
    description: 'Watches with tested batteries and seals, unpaired from their former owners.',
    image: {
      alt: 'Three watches side by side',
      draw: () =>
        drawWatches(
          device('watch', appleWatch9, 'Midnight'),
          device('watch', appleWatchUltra, 'Titanium'),
          device('watch', fenix7, 'Silver'),
        ),
    },
  },
  {
    name: 'Gaming Consoles',
    description: 'Consoles and handhelds, opened, cleaned and run for hours before they leave.',
    image: {
      alt: 'A console standing behind a handheld',
      draw: () =>
        drawConsoles(
          device('console', playstation5, 'White'),
          device('handheld', switchOled, 'Neon Blue and Red'),
        ),
    },
  },
  {
    name: 'Tablets',
    description: 'Tablets for drawing, reading and work, with clear displays and honest batteries.',
    image: {
      alt: 'Two tablets, one from the back and one from the front',
      draw: () => drawTablets(device('tablet', ipad10, 'Yellow'), device('tablet', ipadAir5, 'Space Gray')),
    },
  },
];

/** Hero image of the shop. */
export const demoHero: DemoCategory['image'] = {
  alt: 'A laptop, two phones, a watch and headphones standing together',
  draw: () =>
    drawHero({
      laptop: device('laptop', macbookAirM2, 'Starlight'),
      phone: device('phone', iphone15Pro, 'Blue Titanium'),
      secondPhone: device('phone', pixel8, 'Hazel'),
      watch: device('watch', appleWatch9, 'Midnight'),
      headphones: device('headphones', wh1000xm5, 'Black'),
    }),
};
