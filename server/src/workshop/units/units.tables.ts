import { conditions } from '@reprise/contract/catalog/products/conditions';
import { unitCostKinds } from '@reprise/contract/workshop/lots/unit-costs';
import { type IdentifierKind, identifierKinds } from '@reprise/contract/workshop/units/identifiers';
import { blockers } from '@reprise/contract/workshop/units/readiness';
import { captureMethods, gates, unitEventKinds } from '@reprise/contract/workshop/units/unit';
import { departures, unitStates } from '@reprise/contract/workshop/units/unit-states';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { deviceModels } from '../../catalog/products/families/families.tables.ts';
import { products } from '../../catalog/products/products.tables.ts';
import { cents, createdAt, id, timestamptz, updatedAt } from '../../platform/database/columns.ts';
import { orderItems } from '../../sales/orders/orders.tables.ts';
import { lotLines, lots } from '../lots/lots.tables.ts';

/** SQL: the states of `statesInHand`; a test compares them. */
const isInHand = (state: unknown) =>
  sql`(${state} in ('bench', 'repair', 'quarantine', 'ready', 'listed', 'allocated', 'returned'))`;

/** SQL: 128 random bits in hexadecimal, of parts of four random UUIDs in which no bit is fixed. */
export const newPassportToken = sql<string>`(${sql.join(
  [1, 2, 3, 4].map(() => sql`left(gen_random_uuid()::text, 8)`),
  sql` || `,
)})`;

/**
 * One physical device under one acquisition: bought back after a sale, it is another unit. A trigger rejects moves that
 * are not in `unitMoves` of the contract.
 */
export const units = pgTable(
  'units',
  {
    id: id(),
    /** On its label. */
    number: text('unit_number').notNull().unique(),
    /** Address of its public passport, in the QR code of its label. */
    passportToken: text('passport_token').notNull().unique().default(newPassportToken),
    modelKey: text('model_key')
      .notNull()
      .references(() => deviceModels.key),
    /** Same device in an earlier acquisition. */
    previousUnitId: text('previous_unit_id').references((): AnyPgColumn => units.id),
    /** Lot that it came or comes with. */
    lotId: text('lot_id').references(() => lots.id),
    /** Row of the manifest; null for a device that is not on it. */
    lotLineId: text('lot_line_id').references(() => lotLines.id),
    /** Time at which it came; null for an expected device and for one that was only counted. */
    receivedAt: timestamptz('received_at'),
    /** Sum of its costs. */
    costCents: cents('cost_cents').notNull().default(sql`0`),
    /** Part of the cost that was paid for the device itself; null while it is not known. */
    purchaseCents: cents('purchase_cents'),
    /** Product that sells it, or sold it last; null for a unit that was never on sale. */
    productId: text('product_id').references(() => products.id, { onDelete: 'set null' }),
    state: text({ enum: unitStates }).notNull(),
    goneAs: text('gone_as', { enum: departures }),
    stateSince: timestamptz('state_since').notNull(),
    /** Start of its present time on sale: packers take the oldest. Null until it is on sale. */
    listedAt: timestamptz('listed_at'),
    /** Number of times it came to the bench from outside; records of earlier times say nothing about it now. */
    intake: integer().notNull().default(1),
    /** Null while on the bench: no unit is ready or on sale without. */
    gate: text({ enum: gates }),
    /** Reasons of the newest records that forbid its sale. */
    blockedBy: text('blocked_by', { enum: blockers }).array().notNull().default([]),
    // Facts of the bench since it came in; null while a step is open.
    checkedAt: timestamptz('checked_at'),
    wipedAt: timestamptz('wiped_at'),
    testedAt: timestamptz('tested_at'),
    gradedAt: timestamptz('graded_at'),
    gradeCode: text('grade_code'),
    /** Condition of its grade; null without a grade and for one that is not sold to customers. */
    condition: text({ enum: conditions }),
    /** Least battery health of its grade, in percent. */
    batteryFloor: smallint('battery_floor'),
    /** Battery health of its newest test, in percent. */
    battery: smallint(),
    /** Carrier that it is locked to; '' if it is unlocked, null while that is not known. */
    carrier: text(),
    /** Account of the manager who waived steps of the gate; null for another gate and for a deleted account. */
    waivedById: text('waived_by_id'),
    /** Reason of that manager; '' for another gate. */
    waiveReason: text('waive_reason').notNull().default(''),
    place: text().notNull().default(''),
    /** Account of the person who works on it. */
    assigneeId: text('assignee_id'),
    /** Time at which it was reported as not on its shelf; null once it is scanned or moved. */
    missingAt: timestamptz('missing_at'),
    /** For staff. */
    note: text().notNull().default(''),
    /** For buyers who choose the device. */
    publicNote: text('public_note').notNull().default(''),
    /** Number of changes. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check(
      'units_listed',
      sql`${t.state} <> 'listed' or (${t.productId} is not null and ${t.listedAt} is not null)`,
    ),
    check(
      'units_gate',
      sql`${t.state} not in ('ready', 'listed', 'allocated') or (${t.gate} is not null and ${t.blockedBy} = '{}')`,
    ),
    check('units_carrier', sql`${t.carrier} = btrim(${t.carrier}) and length(${t.carrier}) <= 40`),
    check('units_purchase', sql`${t.purchaseCents} >= 0`),
    check('units_gone_as', sql`(${t.state} = 'gone') = (${t.goneAs} is not null)`),
    // Units in hand by state, longest or newest first, and their counts.
    index('units_in_hand').on(t.state, t.stateSince, t.id).where(isInHand(t.state)),
    // Units in hand, newest first.
    index('units_newest').on(t.createdAt, t.id).where(isInHand(t.state)),
    // Units elsewhere by state, newest first.
    index('units_elsewhere')
      .on(t.state, t.stateSince, t.id)
      .where(sql`not ${isInHand(t.state)}`),
    // Later acquisitions of a unit that left.
    index('units_of_previous').on(t.previousUnitId).where(sql`${t.previousUnitId} is not null`),
    // Units of a lot.
    index('units_of_lot').on(t.lotId, t.state, t.id).where(sql`${t.lotId} is not null`),
    // Units of a model in a state, longest or newest first, and their counts.
    index('units_of_model').on(t.modelKey, t.state, t.stateSince, t.id),
    // Units on sale of a product, those to pack first in front.
    index('units_on_sale').on(t.productId, t.listedAt, t.id).where(sql`${t.state} = 'listed'`),
    // Units of a product in every state.
    index('units_of_product').on(t.productId, t.state, t.id).where(sql`${t.productId} is not null`),
    // Units of a person, those that wait longest in front.
    index('units_of_assignee').on(t.assigneeId, t.stateSince, t.id).where(sql`${t.assigneeId} is not null`),
    // Units that were not found.
    index('units_missing').on(t.missingAt, t.id).where(sql`${t.missingAt} is not null`),
    // Units in a bin.
    index('units_at_place')
      .on(t.place, t.id)
      .where(sql`${t.place} <> '' and ${isInHand(t.state)}`),
  ],
);

/** Numbers that makers gave a device. Inactive ones stay, so that past lives are found. */
export const unitIdentifiers = pgTable(
  'unit_identifiers',
  {
    id: id(),
    unitId: text('unit_id')
      .notNull()
      .references(() => units.id),
    kind: text({ enum: identifierKinds }).notNull(),
    /** Within it a value is unique: "imei", "eid", or "serial apple", because serials of makers collide. */
    scope: text().notNull(),
    value: text().notNull(),
    active: boolean().notNull().default(true),
    captured: text({ enum: [...captureMethods, 'file'] }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('unit_identifiers_value', sql`${t.value} ~ '^[0-9A-Z]{4,40}$'`),
    // Active in one unit only.
    uniqueIndex('unit_identifiers_once').on(t.scope, t.value).where(sql`${t.active}`),
    // One of each kind.
    uniqueIndex('unit_identifiers_of_unit').on(t.unitId, t.kind).where(sql`${t.active}`),
    // A scanned code, past lives too.
    index('unit_identifiers_by_value').on(t.value),
    // Typed last characters.
    index('unit_identifiers_by_end').on(sql`reverse(${t.value}) text_pattern_ops`),
  ],
);

/** History of a unit; a trigger rejects changes and deletes. Reasons are words of staff, not of customers. */
export const unitEvents = pgTable(
  'unit_events',
  {
    id: id(),
    unitId: text('unit_id')
      .notNull()
      .references(() => units.id),
    kind: text({ enum: unitEventKinds }).notNull(),
    fromState: text('from_state', { enum: unitStates }),
    toState: text('to_state', { enum: unitStates }),
    reason: text().notNull().default(''),
    detail: text().notNull().default(''),
    actorId: text('actor_id'),
    /** Number of the act for many devices that it is part of; the transaction of the act sets it. */
    act: text().default(sql`nullif(current_setting('reprise.act', true), '')`),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [
    index('unit_events_of_unit').on(t.unitId, t.createdAt, t.id),
    // Devices of an act.
    index('unit_events_of_act').on(t.act, t.unitId).where(sql`${t.act} is not null`),
  ],
);

/** Costs of a unit; a trigger rejects changes and deletes, so that a mistake gets a `correction`. */
export const unitCosts = pgTable(
  'unit_costs',
  {
    id: id(),
    unitId: text('unit_id')
      .notNull()
      .references(() => units.id),
    kind: text({ enum: unitCostKinds }).notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** Id of the lot or of the cost of a lot that it is a share of; '' for other costs. */
    source: text().notNull().default(''),
    note: text().notNull().default(''),
    actorId: text('actor_id'),
    createdAt: createdAt(),
  },
  (t) => [
    check('unit_costs_amount', sql`${t.amountCents} <> 0`),
    // Costs of a unit.
    index('unit_costs_of_unit').on(t.unitId, t.createdAt, t.id),
    // A lot that is closed twice books once.
    uniqueIndex('unit_costs_once').on(t.unitId, t.kind, t.source).where(sql`${t.source} <> ''`),
    // Units that carry a cost of a lot.
    index('unit_costs_by_source').on(t.source).where(sql`${t.source} <> ''`),
  ],
);

/** A unit in an order: from packing, or the order of a buyer who chose it, until it is ours again. */
export const orderItemUnits = pgTable(
  'order_item_units',
  {
    id: id(),
    orderItemId: text('order_item_id')
      .notNull()
      .references(() => orderItems.id, { onDelete: 'cascade' }),
    unitId: text('unit_id')
      .notNull()
      .references(() => units.id),
    /**
     * `assumed`: no code was scanned; the shop chose the oldest on sale when the order was marked as shipped. `chosen`:
     * the buyer chose this very device.
     */
    captured: text({ enum: ['scan', 'typed', 'assumed', 'chosen'] }).notNull(),
    assignedAt: timestamptz('assigned_at').notNull(),
    /** Null for a chosen device until it is scanned at the packing table. */
    packedAt: timestamptz('packed_at'),
    endedAt: timestamptz('ended_at'),
    /** `released` by staff before it left, `cancelled` with its order, `returned` when it came back, `lost` if it never did, `replaced` by another. */
    endedAs: text('ended_as', { enum: ['released', 'cancelled', 'returned', 'lost', 'replaced'] }),
    actorId: text('actor_id'),
    /** Time at which it left; null before, and for one that left before this was recorded. */
    shippedAt: timestamptz('shipped_at'),
    /** Cost of the device when it left; null if that was not known. Never changed: later costs are adjustments. */
    cogsCents: cents('cogs_cents'),
    /** Its identifiers as they left, once the device came back or the shop bought it back as another unit. */
    sentAs: jsonb('sent_as').$type<{ kind: IdentifierKind; value: string }[]>(),
  },
  (t) => [
    check('order_item_units_ended', sql`(${t.endedAt} is null) = (${t.endedAs} is null)`),
    // In one order at a time.
    uniqueIndex('order_item_units_one_owner').on(t.unitId).where(sql`${t.endedAt} is null`),
    // Devices of an order.
    index('order_item_units_of_item').on(t.orderItemId),
    // Orders of a device.
    index('order_item_units_of_unit').on(t.unitId, t.assignedAt),
  ],
);

/** Costs of the purchase of a unit that were booked after it left, beside its frozen cost. */
export const cogsAdjustments = pgTable(
  'cogs_adjustments',
  {
    id: id(),
    bindingId: text('binding_id')
      .notNull()
      .references(() => orderItemUnits.id, { onDelete: 'cascade' }),
    /** 0 for a cost that was not known and is 0. */
    amountCents: cents('amount_cents').notNull(),
    createdAt: createdAt(),
  },
  // Adjustments of a device in an order.
  (t) => [index('cogs_adjustments_of_binding').on(t.bindingId, t.createdAt, t.id)],
);
