import { z } from 'zod';
import { positivePrice, requiredText, text, unknownFields } from '../../wire.ts';
import { refundedItem } from '../cart.ts';
import { refundKinds } from '../orders/order.ts';
import { manualMethods } from './payment-methods.ts';

/** Refund of items, of an amount, or of what is left. */
export const refundRequest = z.strictObject(
  {
    amount: positivePrice('Enter an amount', 'Enter an amount above zero').nullish(),
    reason: text(200).nullish(),
    /**
     * Units to refund; without an amount, what the customer paid for them. `units` of an item are its devices that came
     * back, by number.
     */
    items: z
      .array(refundedItem)
      .min(1, 'Choose the items to refund')
      .max(100, 'At most 100 different items')
      .optional(),
    /** Part that an amount is of; without it goods and shipping in proportion. Not with items. */
    kind: z.enum(refundKinds, 'Choose goods, shipping or goodwill').nullish(),
    /** True if these units came back; without an answer, if devices are named. */
    restock: z.boolean().optional(),
    /** How staff returned the money of a payment whose page is not connected any more: the refund is only recorded. */
    byHand: z
      .strictObject(
        {
          method: z.enum(manualMethods, 'Choose how you returned the money'),
          reference: requiredText(200, 'Enter a reference or a note'),
        },
        unknownFields,
      )
      .nullish(),
  },
  unknownFields,
);
