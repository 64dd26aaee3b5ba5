import { parcelStatuses } from '@reprise/extension/carrier';
import { z } from 'zod';

// Parts of the objects of EasyPost's API that the shop reads: https://docs.easypost.com/docs

export const rate = z.object({
  id: z.string(),
  carrier: z.string(),
  service: z.string(),
  /** Amount in decimals. */
  rate: z.string().regex(/^\d{1,7}(\.\d{1,5})?$/),
  currency: z.string(),
  delivery_days: z.number().int().nullish(),
});

export const shipment = z.object({
  id: z.string(),
  reference: z.string().nullish(),
  rates: z.array(rate),
  messages: z.array(z.object({ carrier: z.string().nullish(), message: z.unknown() })).nullish(),
  selected_rate: rate.nullish(),
  tracking_code: z.string().nullish(),
  postage_label: z.object({ label_url: z.string(), label_pdf_url: z.string().nullish() }).nullish(),
  refund_status: z.string().nullish(),
});

export const verifiedAddress = z.object({
  verifications: z
    .object({
      delivery: z
        .object({
          success: z.boolean(),
          errors: z.array(z.object({ message: z.string() })),
        })
        .optional(),
    })
    .optional(),
});

export const created = z.object({ id: z.string() });

/** A status that is new to the shop counts as unknown. */
const status = z.enum(parcelStatuses).catch('unknown');

export const parcelEvent = z.object({
  description: z.string(),
  result: z.object({
    object: z.literal('Tracker'),
    tracking_code: z.string(),
    tracking_details: z.array(
      z.object({
        message: z.string().nullish(),
        status,
        datetime: z.string(),
        tracking_location: z
          .object({ city: z.string().nullish(), state: z.string().nullish(), country: z.string().nullish() })
          .nullish(),
      }),
    ),
  }),
});
