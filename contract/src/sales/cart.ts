import { z } from 'zod';
import { product } from '../catalog/products/product.ts';
import { countries } from '../countries.ts';
import { endpoints } from '../endpoint.ts';
import { money, unknownFields } from '../wire.ts';
import { maxChosenUnits } from '../workshop/units/device-choice.ts';
import { isUnitNumber } from '../workshop/units/unit-number.ts';
import { shippingMethods } from './orders/pricing.ts';

const quantity = z
  .number('Quantity must be a whole number')
  .int('Quantity must be a whole number')
  .min(1, 'Quantity must be at least 1')
  .max(1000, 'Quantity must be at most 1000');

const productId = z.string('Each item needs a product').min(1, 'Each item needs a product').max(200);

export const unitNumber = z
  .string()
  .max(20)
  .refine(isUnitNumber, 'Use the number of a device, such as U-7KQ4M2X5')
  .meta({ pattern: '^U-[1-9A-HJ-NP-Z]{8}$', examples: ['U-7KQ4M2XK'] });

/** Unit numbers of the devices that the buyer chose; the others of the quantity are chosen when the order is packed. */
const chosenUnits = z
  .array(unitNumber)
  .max(maxChosenUnits, `Choose at most ${maxChosenUnits} devices of a product`)
  .refine((numbers) => new Set(numbers).size === numbers.length, 'Choose each device once')
  .meta({ uniqueItems: true })
  .optional();

// Clients send `product` or `productId`, some the whole product.
const itemFields = z.object({
  product: z.union([productId, z.object({ id: productId })]).optional(),
  productId: productId.optional(),
  quantity,
  units: chosenUnits,
});

const toOrderItem = (fields: typeof itemFields) =>
  z.codec(
    fields
      .refine(({ units, quantity }) => (units?.length ?? 0) <= quantity, {
        path: ['units'],
        error: 'More devices are chosen than ordered',
      })
      .meta({ anyOf: [{ required: ['product'] }, { required: ['productId'] }] }),
    z.object({ product: productId, quantity, units: chosenUnits }),
    {
      decode: ({ product, productId, quantity, units }) => {
        const reference = product ?? productId ?? '';
        return {
          product: typeof reference === 'string' ? reference : reference.id,
          quantity,
          ...(units && units.length > 0 && { units }),
        };
      },
      encode: (item) => item,
    },
  );

/** Product id, quantity and the devices chosen of it. */
export const orderItem = toOrderItem(itemFields).meta({ id: 'OrderItem' });
/** Same of a refund: an unknown field is refused, because the shop would choose the device by itself. */
export const refundedItem = toOrderItem(
  z.strictObject(itemFields.shape, unknownFields) as unknown as typeof itemFields,
).meta({ id: 'RefundedItem' });
export type OrderItemInput = z.output<typeof orderItem>;

export const orderItems = z
  .array(orderItem, 'Your cart is empty')
  .min(1, 'Your cart is empty')
  .max(100, 'At most 100 different items');

export const cartTotals = z
  .object({
    subtotal: money,
    /** 0 without a discount code. */
    discount: money,
    shipping: money,
    tax: money,
    total: money,
  })
  .meta({ id: 'Totals' });
export type CartTotals = z.output<typeof cartTotals>;

const checkedLines = z.array(
  z.object({
    productId: z.string(),
    quantity: z.number().int(),
    /** Null if the product is no longer sold. */
    product: product.nullable(),
    /** Available part of the requested quantity. */
    available: z.number().int(),
    lineTotal: money,
    /** The chosen devices and whether they are still on sale; missing if none was chosen. */
    units: z.array(z.object({ number: z.string(), isAvailable: z.boolean() })).optional(),
  }),
);

/** Maximum number of lines in a cart. */
export const cartLimit = 100;

export const cartEndpoints = endpoints({
  checkCart: {
    method: 'POST',
    path: '/cart/check',
    summary: 'Current totals and availability of a cart',
    access: 'public',
    rate: 'read',
    body: z.object({
      items: z.array(orderItem).max(100),
      shippingMethod: z.enum(shippingMethods).optional(),
      /** Country whose rates the totals have; without it the first one that the store ships to. */
      country: z.enum(countries, 'Choose a country we ship to').optional(),
    }),
    response: z.object({
      lines: checkedLines,
      /** Totals of the available quantities. */
      figures: cartTotals,
    }),
  },
  getCart: {
    method: 'GET',
    path: '/cart',
    summary: 'Cart of the caller, shared by all devices',
    access: 'customer',
    rate: 'read',
    response: z.object({ lines: checkedLines }),
  },
  saveCart: {
    method: 'PUT',
    path: '/cart',
    summary: 'Replace the cart of the caller; products no longer sold are dropped',
    access: 'customer',
    rate: 'write',
    body: z.object({ items: z.array(orderItem).max(cartLimit, 'At most 100 different items') }),
    response: z.object({ lines: checkedLines }),
  },
});
