import { z } from 'zod';
import { gramsInput } from '../../../catalog/products/box-facts.ts';
import { endpoints } from '../../../endpoint.ts';
import { formatNumber } from '../../../formats.ts';
import { requiredText } from '../../../wire.ts';

const maxLengthMm = 3000;
const lengthError = { error: () => `Enter whole millimeters, at most ${formatNumber(maxLengthMm)}` };
const lengthInput = z.number(lengthError).int(lengthError).min(1, lengthError).max(maxLengthMm, lengthError);

/** Weight in grams and outer size in millimeters of a packed parcel. */
export const parcel = z
  .object({ grams: gramsInput, lengthMm: lengthInput, widthMm: lengthInput, heightMm: lengthInput })
  .meta({ id: 'Parcel' });
export type Parcel = z.output<typeof parcel>;

/** The same of a device in its own box, as far as it is known. */
export const modelSize = z
  .object({
    grams: gramsInput.nullable(),
    lengthMm: lengthInput.nullable(),
    widthMm: lengthInput.nullable(),
    heightMm: lengthInput.nullable(),
  })
  .meta({ id: 'ModelSize' });
export type ModelSize = z.output<typeof modelSize>;

/** How the shop packs: the weight of an item that has none, and the shipping box with its weight. */
export const packaging = z.object({ itemGrams: gramsInput, box: parcel }).meta({ id: 'Packaging' });
export type Packaging = z.output<typeof packaging>;

/** Space around the devices in their parcel. */
const paddingMm = 20;

/**
 * Returns the parcel of some items: the weight of all with that of the box. Items with a size lie on each other, in the
 * shop's box if they fit; the shop's box is also taken where the size of one is not known.
 */
export function parcelOf(
  items: { quantity: number; size: ModelSize | null }[],
  { itemGrams, box }: Packaging,
): Parcel {
  const sum = (of: (size: ModelSize | null) => number) =>
    items.reduce((total, { quantity, size }) => total + quantity * of(size), 0);
  const grams = box.grams + sum((size) => size?.grams ?? itemGrams);
  const sides = items.map(({ size }) => sidesOf(size)).filter((one) => one !== null);
  if (sides.length < items.length) return { ...box, grams };
  const most = (of: (one: Sides) => number) => Math.max(0, ...sides.map(of)) + paddingMm;
  const [length, width] = [most((one) => one[0]), most((one) => one[1])];
  const height = sum((size) => sidesOf(size)?.[2] ?? 0) + paddingMm;
  const inBox = [box.lengthMm, box.widthMm, box.heightMm].sort((a, b) => b - a);
  const outer = [length, width, height].sort((a, b) => b - a);
  if (outer.every((side, index) => side <= (inBox[index] ?? 0))) return { ...box, grams };
  return { grams, lengthMm: length, widthMm: width, heightMm: height };
}

/** From the longest to the shortest, so that a device lies flat. */
type Sides = [number, number, number];

function sidesOf(size: ModelSize | null): Sides | null {
  if (!size?.lengthMm || !size.widthMm || !size.heightMm) return null;
  return [size.lengthMm, size.widthMm, size.heightMm].sort((a, b) => b - a) as Sides;
}

const keyParams = z.object({ key: requiredText(200, 'Missing model key') });

export const modelSizeEndpoints = endpoints({
  getModelSize: {
    method: 'GET',
    path: '/device-models/:key/size',
    summary: 'Weight and size of a configuration in its own box, for shipping',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    params: keyParams,
    response: z.object({ size: modelSize }),
  },
  updateModelSize: {
    method: 'PUT',
    path: '/device-models/:key/size',
    summary: 'Set the weight and size of a configuration',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    params: keyParams,
    body: modelSize,
    response: z.object({ size: modelSize }),
    message: 'Weight and size saved',
  },
});
