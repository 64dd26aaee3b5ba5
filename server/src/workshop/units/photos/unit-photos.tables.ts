import { type PhotoMark, photoViews } from '@reprise/contract/workshop/units/unit-photos';
import { index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { mediaFiles } from '../../../foundations/media/media.tables.ts';
import { id, timestamptz } from '../../../platform/database/columns.ts';
import { units } from '../units.tables.ts';

/** Photos of units. A private one has no public copy. */
export const unitPhotos = pgTable(
  'unit_photos',
  {
    id: id(),
    unitId: text('unit_id')
      .notNull()
      .references(() => units.id),
    position: smallint().notNull(),
    /** Private image, which only staff read. */
    mediaName: text('media_name')
      .notNull()
      .references(() => mediaFiles.name),
    /** Copy that `/media` serves; null while the photo is private. */
    publicName: text('public_name').references(() => mediaFiles.name),
    width: integer().notNull(),
    height: integer().notNull(),
    view: text({ enum: photoViews }).notNull(),
    words: text().notNull().default(''),
    marks: jsonb().$type<PhotoMark[]>().notNull().default([]),
    /** Key of the sender, so that a photo sent twice is stored once; null without one. */
    key: text(),
    actorId: text('actor_id'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (t) => [
    index('unit_photos_of_unit').on(t.unitId, t.position, t.id),
    uniqueIndex('unit_photos_once').on(t.unitId, t.key),
  ],
);

/** Right of a phone to add photos of one unit without signing in. Few: a new ticket replaces those of its unit. */
export const unitPhotoTickets = pgTable(
  'unit_photo_tickets',
  {
    /** SHA-256 of the ticket, which only the QR code contains. */
    tokenHash: text('token_hash').primaryKey(),
    unitId: text('unit_id')
      .notNull()
      .references(() => units.id),
    actorId: text('actor_id').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** Bytes sent with it. */
    bytes: integer().notNull().default(0),
  },
  (t) => [index('unit_photo_tickets_of_unit').on(t.unitId)],
);
