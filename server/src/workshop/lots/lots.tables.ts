import {
  bookedLotCostKinds,
  lotStates,
  spreads,
  supplierKinds,
  taxSchemes,
} from '@reprise/contract/workshop/lots/lot';
import {
  type ManifestField,
  type ManifestRow,
  manifestFields,
} from '@reprise/contract/workshop/lots/manifest';
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, cents, createdAt, id, timestamptz, updatedAt } from '../../platform/database/columns.ts';

export const suppliers = pgTable(
  'suppliers',
  {
    id: id(),
    name: text().notNull(),
    kind: text({ enum: supplierKinds }).notNull(),
    email: text().notNull().default(''),
    claimDays: integer('claim_days').notNull(),
    taxScheme: text('tax_scheme', { enum: taxSchemes }).notNull().default('standard'),
    note: text().notNull().default(''),
    /** Meaning of the columns of its manifests, by the keys of their names. */
    columns: jsonb().$type<Record<string, ManifestField>>().notNull().default({}),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('suppliers_name').on(sql`lower(${t.name})`)],
);

/** Models that words of a supplier stand for, chosen by hand. */
export const supplierModels = pgTable(
  'supplier_models',
  {
    supplierId: text('supplier_id')
      .notNull()
      .references(() => suppliers.id),
    /** Words in lower case with single blanks. */
    words: text().notNull(),
    modelKey: text('model_key').notNull(),
  },
  (t) => [primaryKey({ columns: [t.supplierId, t.words] })],
);

/** Devices that one supplier sends at once. */
export const lots = pgTable(
  'lots',
  {
    id: id(),
    number: text('lot_number').notNull().unique(),
    supplierId: text('supplier_id')
      .notNull()
      .references(() => suppliers.id),
    reference: text().notNull().default(''),
    state: text({ enum: lotStates }).notNull(),
    /** Amount of the invoice for the devices; null while it is not known. */
    goodsCents: cents('goods_cents'),
    spread: text({ enum: spreads }).notNull(),
    /** Applies to all devices of the lot. */
    taxScheme: text('tax_scheme', { enum: taxSchemes }).notNull().default('standard'),
    expectedOn: date('expected_on', { mode: 'string' }),
    note: text().notNull().default(''),
    version: integer().notNull().default(1),
    closedAt: timestamptz('closed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('lots_goods', sql`${t.goodsCents} >= 0`),
    check('lots_closed', sql`(${t.state} = 'closed') = (${t.closedAt} is not null)`),
    // List, newest first.
    index('lots_newest').on(t.createdAt, t.id),
    // Lots of a supplier.
    index('lots_of_supplier').on(t.supplierId, t.createdAt, t.id),
    // Lots to receive into.
    index('lots_open').on(t.createdAt, t.id).where(sql`${t.state} = 'open'`),
  ],
);

/** Row of a manifest that was applied. */
export const lotLines = pgTable(
  'lot_lines',
  {
    id: id(),
    lotId: text('lot_id')
      .notNull()
      .references(() => lots.id),
    /** Row number in the file. */
    position: integer().notNull(),
    /** Words of the supplier. */
    description: text().notNull(),
    declaredGrade: text('declared_grade').notNull().default(''),
    /** Battery health in percent, as declared; null without one. */
    battery: smallint(),
    /** Carrier as declared: '' for unlocked, null without one. */
    carrier: text(),
    /** Barcode of the box with 14 digits, or the part number; '' without one. */
    code: text().notNull().default(''),
    /** Number of the line or tag in the words of the supplier. */
    supplierLine: text('supplier_line').notNull().default(''),
    quantity: integer().notNull(),
    /** Price of one device; null without one. */
    unitPriceCents: cents('unit_price_cents'),
  },
  (t) => [
    // 0 once all its devices are removed.
    check('lot_lines_quantity', sql`${t.quantity} >= 0`),
    check('lot_lines_price', sql`${t.unitPriceCents} >= 0`),
    // Lines of a lot.
    index('lot_lines_of_lot').on(t.lotId, t.position, t.id),
  ],
);

/** Costs beside the goods; a trigger rejects changes and deletes. */
export const lotCosts = pgTable(
  'lot_costs',
  {
    id: id(),
    lotId: text('lot_id')
      .notNull()
      .references(() => lots.id),
    kind: text({ enum: bookedLotCostKinds }).notNull(),
    /** Negative for a credit, and for the cost of a device that falls or leaves. */
    amountCents: cents('amount_cents').notNull(),
    note: text().notNull().default(''),
    actorId: text('actor_id'),
    createdAt: createdAt(),
  },
  (t) => [
    check(
      'lot_costs_sign',
      sql`${t.amountCents} <> 0 and (${t.kind} = 'device' or (${t.amountCents} < 0) = (${t.kind} = 'credit'))`,
    ),
    // Costs of a lot.
    index('lot_costs_of_lot').on(t.lotId, t.createdAt, t.id),
  ],
);

/** Newest file of the supplier for a lot. */
export const lotManifests = pgTable('lot_manifests', {
  lotId: text('lot_id')
    .primaryKey()
    .references(() => lots.id),
  fileName: text('file_name').notNull(),
  /** Gzipped file in UTF-8. */
  content: bytes().notNull(),
  columns: text({ enum: [...manifestFields, ''] })
    .array()
    .notNull(),
  /** Rows that were rejected when the others were applied; null before. */
  rejected: jsonb().$type<(ManifestRow & { cells: string[] })[]>(),
  appliedUnits: integer('applied_units').notNull().default(0),
  appliedAt: timestamptz('applied_at'),
  createdAt: createdAt(),
});

/** Manifests that were applied, by the rows that became devices: the same rows are refused a second time. */
export const appliedManifests = pgTable(
  'applied_manifests',
  {
    id: id(),
    lotId: text('lot_id')
      .notNull()
      .references(() => lots.id),
    /** SHA-256 of the applied rows, whatever their order. */
    digest: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // The same rows, applied before.
    index('applied_manifests_by_digest').on(t.digest),
    // Manifests of a lot.
    index('applied_manifests_of_lot').on(t.lotId),
  ],
);
