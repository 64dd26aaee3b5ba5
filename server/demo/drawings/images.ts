// Images of a product: its views with their alt texts.
import { type ConsoleShape, drawConsole } from './console.ts';
import { drawEarbuds, type EarbudsShape } from './earbuds.ts';
import { drawHandheld, type HandheldShape } from './handheld.ts';
import { drawHeadphones, type HeadphonesShape } from './headphones.ts';
import { drawLaptop, type LaptopShape } from './laptop.ts';
import { drawPhone, type PhoneShape } from './phone.ts';
import { drawTablet, type TabletShape } from './tablet.ts';
import { drawWatch, type WatchShape } from './watch.ts';
import { drawWear } from './wear.ts';

export type DeviceShape =
  | PhoneShape
  | TabletShape
  | LaptopShape
  | HeadphonesShape
  | EarbudsShape
  | WatchShape
  | ConsoleShape
  | HandheldShape;

/** Shape of a device in one of its colors. */
export type Device<Shape extends DeviceShape = DeviceShape> = { shape: Shape; body: string };

export type DrawnImage = { view: string; alt: string; svg: string };

type View = readonly [view: string, shows: string, svg: string];

function viewsOf({ shape, body }: Device): readonly View[] {
  switch (shape.kind) {
    case 'phone':
      return [
        ['pair', 'back and front', drawPhone(shape, body, 'pair')],
        ['front', 'front', drawPhone(shape, body, 'front')],
        ['back', 'back', drawPhone(shape, body, 'back')],
        ['angle', 'back at an angle', drawPhone(shape, body, 'angle')],
      ];
    case 'tablet':
      return [
        ['pair', 'back and front', drawTablet(shape, body, 'pair')],
        ['front', 'front', drawTablet(shape, body, 'front')],
        ['back', 'back', drawTablet(shape, body, 'back')],
        ['angle', 'back at an angle', drawTablet(shape, body, 'angle')],
      ];
    case 'laptop':
      return [
        ['open', 'open', drawLaptop(shape, body, 'open')],
        ['keyboard', 'keyboard and touchpad from above', drawLaptop(shape, body, 'keyboard')],
        ['lid', 'lid from behind', drawLaptop(shape, body, 'lid')],
        ['edges', 'left and right edge with the ports', drawLaptop(shape, body, 'edges')],
      ];
    case 'headphones':
      return [
        ['angle', 'from the front at an angle', drawHeadphones(shape, body, 'angle')],
        ['side', 'one ear cup from the side', drawHeadphones(shape, body, 'side')],
      ];
    case 'earbuds':
      return [
        ['set', 'both earbuds in front of the open case', drawEarbuds(shape, body, 'set')],
        ['buds', 'both earbuds', drawEarbuds(shape, body, 'buds')],
        ['case', 'closed charging case', drawEarbuds(shape, body, 'case')],
      ];
    case 'watch':
      return [
        ['close', 'display and case', drawWatch(shape, body, 'close')],
        ['front', 'front with the whole band', drawWatch(shape, body, 'front')],
        ['back', 'sensor side', drawWatch(shape, body, 'back')],
        ['angle', 'case at an angle', drawWatch(shape, body, 'angle')],
      ];
    case 'console':
      return [
        ['set', 'standing, with its controller', drawConsole(shape, body, 'set')],
        ['console', 'standing', drawConsole(shape, body, 'console')],
        ['controller', 'controller', drawConsole(shape, body, 'controller')],
      ];
    case 'handheld':
      return [
        ['pair', 'back and front', drawHandheld(shape, body, 'pair')],
        ['front', 'front', drawHandheld(shape, body, 'front')],
        ['back', 'back', drawHandheld(shape, body, 'back')],
      ];
  }
}

/** Returns the alt text: "iPhone 13 in midnight, back". */
function altText(model: string, color: string, shows: string): string {
  return `${model} in ${color.toLowerCase()}, ${shows}`;
}

/** Draws all images of a model in one color; the first one is for cards. */
export function drawImages(model: string, color: string, device: Device): DrawnImage[] {
  return viewsOf(device).map(([view, shows, svg]) => ({ view, alt: altText(model, color, shows), svg }));
}

/** Draws a close-up of typical wear in fair condition. */
export function drawTypicalWear(model: string, color: string, device: Device): DrawnImage {
  const { part, svg } = drawWear(model, device);
  const alt = `Typical wear: fine scratches along the ${part}, ${model} in ${color.toLowerCase()}`;
  return { view: 'wear', alt, svg };
}
