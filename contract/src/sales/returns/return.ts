import { z } from 'zod';
import { labelPayers } from '../../catalog/return-policies.ts';
import { isoDateTime, money, positivePrice, requiredText, text, unknownFields } from '../../wire.ts';
import { deviceInspection } from '../../workshop/units/bench.ts';
import { unitNumber } from '../cart.ts';
import { parcelStatuses } from '../orders/shipping/labels.ts';
import { maxPhotosPerLine, photoNeeds, returnPhoto } from './return-photos.ts';
import {
  customerReasons,
  deductionReasons,
  returnDecisions,
  returnDispositions,
  returnEnds,
  returnMatches,
  returnReasons,
  returnStates,
  returnWishes,
} from './return-states.ts';

/** Maximum number of lines of a case. */
export const maxReturnLines = 50;

const deduction = z.object({ reason: z.enum(deductionReasons), note: z.string(), amount: money });

export const returnLine = z
  .object({
    id: z.string(),
    product: z.object({ id: z.string(), name: z.string(), slug: z.string(), image: z.string().nullable() }),
    /** Number of the device; null for counted items. */
    unit: z.string().nullable(),
    quantity: z.number().int(),
    reason: z.enum(returnReasons),
    /** Words of the customer. */
    note: z.string(),
    photos: z.array(returnPhoto),
    /** End of the window of the reason when the case was opened; null without one. */
    windowEndsAt: isoDateTime.nullable(),
    receivedAt: isoDateTime.nullable(),
    match: z.enum(returnMatches).nullable(),
    /** For staff: the code that was scanned instead of the device. */
    receivedCode: z.string().optional(),
    missingParts: z.array(z.string()),
    /** Since when the device is locked to an account: it waits for its customer. */
    lockedAt: isoDateTime.nullable(),
    decision: z.enum(returnDecisions).nullable(),
    disposition: z.enum(returnDispositions).nullable(),
    /** Percent of the price that the store retains after a change of mind, by the policy of the order. */
    restockingPercent: z.number().int(),
    deductions: z.array(deduction),
    /** Amount given back for the line, or to be given back; null once it ended without money. */
    amount: money.nullable(),
    settledAt: isoDateTime.nullable(),
    endedAs: z.enum(returnEnds).nullable(),
    /** Parcel in which the store sent it back; '' without one. */
    backCarrier: z.string(),
    backTrackingNumber: z.string(),
    /** Replacement that is sent; null without one. `unit`: the exact device, `order`: number of its order once it is settled. */
    replacement: z
      .object({
        product: z.object({ id: z.string(), name: z.string() }),
        unit: z.string().nullable(),
        order: z.string().nullable(),
        /** For the customer: access to that order. */
        accessToken: z.string().optional(),
      })
      .nullable(),
    /** True if the store took it over for a replacement that was cancelled: it cannot go back to the customer. */
    isTakenOver: z.boolean(),
    /** For staff: what the bench found on the device before it left, and since; null where it recorded nothing. */
    inspections: z
      .object({ sent: deviceInspection.nullable(), received: deviceInspection.nullable() })
      .optional(),
  })
  .meta({ id: 'ReturnLine' });
export type ReturnLine = z.output<typeof returnLine>;

export const returnEvent = z.object({
  id: z.string(),
  kind: z.string(),
  /** Name of the colleague; null for the customer and for the shop. */
  actor: z.string().nullable(),
  detail: z.string(),
  createdAt: isoDateTime,
});

/** Label that the store has bought for the parcel of a return. */
const returnLabel = z
  .object({
    carrier: z.string(),
    service: z.string(),
    trackingNumber: z.string().nullable(),
    price: money,
    /** True while the customer sends the parcel with it, rather than with a carrier of their own. */
    isUsed: z.boolean(),
    parcelStatus: z.enum(parcelStatuses),
  })
  .meta({ id: 'ReturnLabel' });

export const orderReturn = z
  .object({
    id: z.string(),
    number: z.string(),
    orderId: z.string(),
    orderNumber: z.string(),
    state: z.enum(returnStates),
    wish: z.enum(returnWishes),
    openedBy: z.enum(['customer', 'staff', 'shop']),
    /** False if a line was outside its window when the case was opened. */
    isInPolicy: z.boolean(),
    labelBy: z.enum(labelPayers),
    lines: z.array(returnLine),
    carrier: z.string(),
    trackingNumber: z.string(),
    /** Null while the store has bought none. */
    label: returnLabel.nullable(),
    /** Price of the label that is taken off the refund, or was: the customer pays for the way back. */
    labelDeduction: money,
    /** Day by which the customer sends the parcel; null until the case is approved. */
    sendBy: isoDateTime.nullable(),
    /** Day by which the store approves the request or decides on a parcel that was delivered; null while it waits for the customer. */
    answerBy: isoDateTime.nullable(),
    /** Day by which the store refunds a withdrawal, once its parcel is sent; null without one. */
    refundBy: isoDateTime.nullable(),
    isLate: z.boolean(),
    /** Lines of the address that the parcel goes to; empty while the store has none. */
    sendTo: z.array(z.string()),
    /** Steps before a device is sent, one a line; '' for the usual ones. */
    instructions: z.string(),
    canCancel: z.boolean(),
    refuseReason: z.string(),
    /** Amount given back or to be given back, with the shipping in it and without the label that is taken off. */
    amount: money,
    shipping: money,
    createdAt: isoDateTime,
    approvedAt: isoDateTime.nullable(),
    sentAt: isoDateTime.nullable(),
    receivedAt: isoDateTime.nullable(),
    closedAt: isoDateTime.nullable(),
    /** For staff: name of the customer, and why the case was opened outside the policy. */
    customer: z.string().optional(),
    exceptionReason: z.string().optional(),
    /** For staff: amount that settling the decided lines gives back now; null while none is decided. */
    toSettle: money.nullish(),
    /**
     * For staff: dispute of a payment of the order; null without one. While it is `open` nothing is refunded, and what was
     * `lost` the bank has paid back.
     */
    dispute: z.enum(['open', 'lost']).nullish(),
    /** For staff: lines that are decided and go back to the customer. */
    toSendBack: z.array(z.string()).optional(),
    events: z.array(returnEvent).optional(),
  })
  .meta({ id: 'OrderReturn' });
export type OrderReturn = z.output<typeof orderReturn>;

/** Case in a list. */
export const returnSummary = z
  .object({
    ...orderReturn.pick({
      id: true,
      number: true,
      orderId: true,
      orderNumber: true,
      state: true,
      wish: true,
      sendBy: true,
      answerBy: true,
      refundBy: true,
      isLate: true,
      createdAt: true,
      closedAt: true,
    }).shape,
    units: z.number().int(),
    /** Name of the first item. */
    item: z.string(),
    /** For the list of the desk: name of the customer. */
    customer: z.string().optional(),
  })
  .meta({ id: 'ReturnSummary' });
export type ReturnSummary = z.output<typeof returnSummary>;

/** Item of an order that can be returned: one device, or the units left of a counted item. */
export const returnableItem = z.object({
  /** `id` is of the line that was paid; the rest says what was sent, which a replacement may change. */
  product: z.object({ id: z.string(), name: z.string(), slug: z.string(), image: z.string().nullable() }),
  unit: z.string().nullable(),
  quantity: z.number().int(),
  /** Amount paid for one unit, with its tax. */
  amount: money,
  /** End of the window for a change of mind; null if the terms give none. */
  changeOfMindUntil: isoDateTime.nullable(),
  /** End of the window for a defect; later requests are taken and shown as outside it. */
  defectUntil: isoDateTime.nullable(),
  canChangeMind: z.boolean(),
  /** Payer of the way back after a change of mind. */
  labelBy: z.enum(labelPayers),
  /** Percent of the amount that the store retains after a change of mind. */
  restockingPercent: z.number().int(),
  /** Number of the open case that has it; null without one. */
  openReturn: z.string().nullable(),
});
export type ReturnableItem = z.output<typeof returnableItem>;

export const returnable = z
  .object({
    orderNumber: z.string(),
    /** Null while nothing was sent: the order is cancelled instead. */
    deliveredAt: isoDateTime.nullable(),
    /** True if the delivery was not reported and the latest promised day counts. */
    isDeliveryAssumed: z.boolean(),
    items: z.array(returnableItem),
    /** Shipping that goes back with the last unit, unless it is a change of mind. */
    shipping: money,
    /** Steps before a device is sent, one a line; '' for the usual ones. */
    instructions: z.string(),
    /** End of the statutory withdrawal; null where the order has no such right, or it is over. */
    withdrawUntil: isoDateTime.nullable(),
    /** Cases of the order, newest first. */
    returns: z.array(returnSummary),
  })
  .meta({ id: 'Returnable' });
export type Returnable = z.output<typeof returnable>;

/** A return in the data export of its customer. */
export const ownReturn = z
  .object({
    number: z.string(),
    order: z.string(),
    askedAt: isoDateTime,
    carrier: z.string(),
    trackingNumber: z.string(),
    lines: z.array(
      z.object({
        product: z.string(),
        reason: z.enum(returnReasons),
        note: z.string(),
        /** Paths of the API that its photos are read from. */
        photos: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'OwnReturn' });
export type OwnReturn = z.output<typeof ownReturn>;

const lineFields = {
  product: requiredText(200, 'Choose what comes back'),
  /** Number of the device; required for items sold by device. */
  unit: unitNumber.optional(),
  quantity: z
    .int('Enter how many come back')
    .min(1, 'Enter how many come back')
    .max(1000, 'At most 1000 of an item')
    .default(1),
  note: text(1000).default(''),
  /** Ids of photos that were added to the order before. */
  photos: z
    .array(requiredText(64, 'Choose a photo'))
    .max(maxPhotosPerLine, `An item has at most ${maxPhotosPerLine} photos`)
    .default([]),
};

const linesOf = <Line extends z.ZodType>(line: Line) =>
  z
    .array(line, 'Choose what comes back')
    .min(1, 'Choose what comes back')
    .max(maxReturnLines, `At most ${maxReturnLines} lines`);

export const newReturn = z
  .strictObject(
    {
      lines: linesOf(
        z
          .strictObject({ ...lineFields, reason: z.enum(customerReasons, 'Choose a reason') }, unknownFields)
          .refine(({ reason, photos }) => photoNeeds[reason] !== 'required' || photos.length > 0, {
            path: ['photos'],
            error: 'Add a photo of the damage, or write to us if you cannot take one',
          }),
      ),
      wish: z.enum(returnWishes, 'Choose what you would like').default('refund'),
    },
    unknownFields,
  )
  .meta({ id: 'NewReturn' });
export type NewReturn = z.output<typeof newReturn>;

export const staffReturn = z
  .strictObject(
    {
      lines: linesOf(
        z.strictObject({ ...lineFields, reason: z.enum(returnReasons, 'Choose a reason') }, unknownFields),
      ),
      wish: z.enum(returnWishes).default('refund'),
      /** Why a line is taken back outside its window; required then. */
      exceptionReason: text(500).default(''),
    },
    unknownFields,
  )
  .meta({ id: 'StaffReturn' });
export type StaffReturn = z.output<typeof staffReturn>;

export const lineDecision = z.strictObject(
  {
    line: requiredText(64, 'Choose a line'),
    decision: z.enum(returnDecisions, 'Choose a decision'),
    /** Required for a refund and a replacement: where the items go. */
    disposition: z.enum(returnDispositions).optional(),
    deductions: z
      .array(
        z.strictObject(
          {
            reason: z.enum(deductionReasons, 'Choose a reason'),
            note: requiredText(200, 'Say what the customer reads'),
            amount: positivePrice('Enter an amount', 'Enter an amount above zero'),
          },
          unknownFields,
        ),
      )
      .max(10, 'At most 10 deductions')
      .default([]),
    /** For a replacement: the product that is sent, the same without it, and the exact device. */
    replacement: z
      .strictObject(
        { product: requiredText(200, 'Choose a product'), unit: unitNumber.optional() },
        unknownFields,
      )
      .optional(),
  },
  unknownFields,
);
export type LineDecision = z.output<typeof lineDecision>;
