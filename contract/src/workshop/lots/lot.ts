import { z } from 'zod';
import {
  dayInput,
  isoDateTime,
  money,
  positivePrice,
  price,
  reference,
  requiredText,
  seenVersion,
  text,
  unknownFields,
} from '../../wire.ts';

// ---- Suppliers

export const supplierKinds = ['company', 'marketplace', 'public'] as const;
export type SupplierKind = (typeof supplierKinds)[number];

export const supplierKindLabels: Record<SupplierKind, string> = {
  company: 'Company',
  marketplace: 'Marketplace',
  public: 'The public',
};

/** How the sale of a device is taxed. `margin`: on its price less what it was bought for, as second-hand goods may be. */
export const taxSchemes = ['standard', 'margin'] as const;
export type TaxScheme = (typeof taxSchemes)[number];

export const taxSchemeLabels: Record<TaxScheme, string> = {
  standard: 'Standard: tax on the price',
  margin: 'Margin scheme: tax on the margin',
};

const taxScheme = z.enum(taxSchemes, 'Choose how sales are taxed');

const optionalEmail = text(254)
  .refine((value) => value === '' || z.email().safeParse(value).success, 'Enter a valid email address')
  .meta({ anyOf: [{ const: '' }, { format: 'email' }] });

export const supplierInput = z
  .object({
    name: requiredText(120, 'Enter the name of the supplier'),
    kind: z.enum(supplierKinds, 'Choose what kind of supplier it is'),
    email: optionalEmail.default(''),
    /** Days after a lot came in which the supplier accepts claims. */
    claimDays: z
      .number({ error: 'Enter a number of days' })
      .int('Enter whole days')
      .min(0, 'Enter 0 or more days')
      .max(365, 'Enter at most 365 days')
      .default(30),
    /** Scheme of its lots, unless a lot has another. */
    taxScheme: taxScheme.default('standard'),
    note: text(1000).default(''),
  })
  .meta({ id: 'SupplierInput' });
export type SupplierInput = z.output<typeof supplierInput>;

export const supplier = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(supplierKinds),
    email: z.string(),
    claimDays: z.number().int(),
    taxScheme: z.enum(taxSchemes),
    note: z.string(),
    /** Number of its lots. */
    lots: z.number().int(),
    createdAt: isoDateTime,
  })
  .meta({ id: 'Supplier' });
export type Supplier = z.output<typeof supplier>;

// ---- Lots

export const lotStates = ['open', 'closed'] as const;
export type LotState = (typeof lotStates)[number];

/** How costs are divided among the devices of a lot. `value`: by the lowest price at which the store sells the model. */
export const spreads = ['price', 'equal', 'value'] as const;
export type Spread = (typeof spreads)[number];

export const spreadLabels: Record<Spread, string> = {
  price: 'By the price on the manifest',
  equal: 'Equally',
  value: 'By the selling price of the model',
};

const day = dayInput('Enter a date');

export const lotInput = z
  .object({
    /** Id of the supplier. */
    supplier: reference,
    /** Number of the supplier for it: invoice, purchase order. */
    reference: text(120).default(''),
    /** Amount that the supplier asks for the devices; null if it is not known. Unchanged if missing. */
    goods: price('Enter the amount of the invoice').nullable().optional(),
    spread: z.enum(spreads, 'Choose how costs are divided').default('price'),
    /** If missing, that of the supplier for a new lot, and unchanged for another. */
    taxScheme: taxScheme.optional(),
    expectedOn: day.nullable().default(null),
    note: text(2000).default(''),
  })
  .meta({ id: 'LotInput' });
export type LotInput = z.output<typeof lotInput>;

export const lotEdit = lotInput.extend({ version: seenVersion }).meta({ id: 'LotEdit' });
export type LotEdit = z.output<typeof lotEdit>;

export const lotCounts = z.object({
  /** Devices of the manifest that have not come. */
  expected: z.number().int(),
  /** Devices that came. */
  received: z.number().int(),
  /** Received devices that were not on the manifest. */
  extra: z.number().int(),
  listed: z.number().int(),
  sold: z.number().int(),
  /** Devices of the manifest that never came, known when the lot is closed. */
  neverCame: z.number().int(),
});

export const lot = z
  .object({
    id: z.string(),
    /** "L-" and digits. */
    number: z.string(),
    supplier: z.object({ id: z.string(), name: z.string(), claimDays: z.number().int() }),
    reference: z.string(),
    state: z.enum(lotStates),
    spread: z.enum(spreads),
    taxScheme: z.enum(taxSchemes),
    expectedOn: z.string().nullable(),
    note: z.string(),
    counts: lotCounts,
    /** Null without the permission `costs.see`, and for an amount that is not known. */
    goods: money.nullable(),
    /** Goods and all other costs; null without the permission `costs.see`. */
    cost: money.nullable(),
    version: z.number().int(),
    /** Time at which its first device came; null before. */
    receivedAt: isoDateTime.nullable(),
    closedAt: isoDateTime.nullable(),
    createdAt: isoDateTime,
  })
  .meta({ id: 'Lot' });
export type Lot = z.output<typeof lot>;

/** Lot to receive into, without figures. */
export const openLot = z
  .object({
    id: z.string(),
    number: z.string(),
    /** A device that comes after its lot was closed has no cost until one is set. */
    state: z.enum(lotStates),
    supplier: z.string(),
    reference: z.string(),
    expected: z.number().int(),
    received: z.number().int(),
    /** Received devices that were not on the manifest. */
    extra: z.number().int(),
  })
  .meta({ id: 'OpenLot' });
export type OpenLot = z.output<typeof openLot>;

/** Received devices of a lot by the grade that the supplier declared and the one that they got. */
export const gradeComparison = z
  .object({
    /** Words of the supplier; '' without any. */
    declared: z.string(),
    /** Code of the grade; null while a device is not graded. */
    actual: z.string().nullable(),
    units: z.number().int(),
  })
  .meta({ id: 'GradeComparison' });
export type GradeComparison = z.output<typeof gradeComparison>;

// ---- Costs

export const lotCostKinds = ['freight', 'duty', 'fee', 'credit'] as const;
export type LotCostKind = (typeof lotCostKinds)[number];

/** `device`: the cost of one device, set or corrected after the lot was closed. */
export const bookedLotCostKinds = [...lotCostKinds, 'device'] as const;

export const lotCostLabels: Record<LotCostKind, string> = {
  freight: 'Freight',
  duty: 'Duty',
  fee: 'Fee',
  credit: 'Credit from the supplier',
};

export const bookedLotCostLabels: Record<(typeof bookedLotCostKinds)[number], string> = {
  ...lotCostLabels,
  device: 'Cost of a device',
};

export const lotCostInput = z
  .object({
    kind: z.enum(lotCostKinds, 'Choose what it was for'),
    amount: positivePrice('Enter an amount', 'Enter an amount above 0'),
    note: text(500).default(''),
  })
  .meta({ id: 'LotCostInput' });
export type LotCostInput = z.output<typeof lotCostInput>;

export const lotCost = z
  .object({
    id: z.string(),
    kind: z.enum(bookedLotCostKinds),
    /** Negative for a credit, and for the cost of a device that falls or leaves. */
    amount: money,
    note: z.string(),
    actor: z.string().nullable(),
    createdAt: isoDateTime,
  })
  .meta({ id: 'LotCost' });
export type LotCost = z.output<typeof lotCost>;

/** Costs of a lot and their share per device. */
export const lotCosts = z
  .object({
    goods: money.nullable(),
    costs: z.array(lotCost),
    total: money,
    /** Sum of the prices on the manifest; null without prices. */
    manifest: money.nullable(),
    /** Sum of the costs that its devices carry. */
    booked: money,
    /** Devices that left with an order: their number, prices less discounts, and costs. */
    sold: z.object({
      units: z.number().int(),
      /** Those of them whose cost is not known. */
      unknown: z.number().int(),
      revenue: money,
      cost: money,
    }),
    /** Devices that came and whose cost is not known. */
    unknown: z.number().int(),
  })
  .meta({ id: 'LotCosts' });
export type LotCosts = z.output<typeof lotCosts>;

/** `credited`: the supplier takes their manifest prices back. `spread`: the received devices carry their cost. */
export const neverCameChoices = ['credited', 'spread'] as const;

export const lotClosing = z
  .strictObject(
    {
      neverCame: z.enum(neverCameChoices, 'Choose what becomes of the devices that never came'),
      /** Amount of the devices, 0 if they were free; that of the lot if missing. A lot without one is not closed. */
      goods: price('Enter the amount of the invoice').optional(),
      dryRun: z.boolean().default(false),
    },
    unknownFields,
  )
  .meta({ id: 'LotClosing' });
export type LotClosing = z.output<typeof lotClosing>;

export const closingResult = z
  .object({
    received: z.number().int(),
    neverCame: z.number().int(),
    goods: money,
    /** Credit for the devices that never came. */
    credit: money,
    /** Other costs less other credits. */
    others: money,
    total: money,
    /** Smallest and largest share of a device; null without devices. */
    lowest: money.nullable(),
    highest: money.nullable(),
    closed: z.boolean(),
  })
  .meta({ id: 'ClosingResult' });
export type ClosingResult = z.output<typeof closingResult>;

export const expectedRemoval = z
  .strictObject(
    {
      /** Expected devices of the lot; all of them if missing. */
      ids: z
        .array(reference)
        .min(1, 'Choose at least one device')
        .max(100, 'Choose at most 100 devices')
        .optional(),
      reason: requiredText(500, 'Say why they are removed'),
    },
    unknownFields,
  )
  .meta({ id: 'ExpectedRemoval' });
export type ExpectedRemoval = z.output<typeof expectedRemoval>;
