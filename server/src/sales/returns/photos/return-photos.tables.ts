import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { mediaFiles } from '../../../foundations/media/media.tables.ts';
import { createdAt, id, timestamptz } from '../../../platform/database/columns.ts';
import { orders } from '../../orders/orders.tables.ts';
import { returnLines } from '../returns.tables.ts';

/** Private photos of customers. References end as null, so that the rows of lost ones still name their files. */
export const returnPhotos = pgTable(
  'return_photos',
  {
    id: id(),
    orderId: text('order_id').references(() => orders.id, { onDelete: 'set null' }),
    /** Null until a case has it. */
    lineId: text('return_line_id').references(() => returnLines.id, { onDelete: 'set null' }),
    mediaName: text('media_name')
      .notNull()
      .references(() => mediaFiles.name),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Key of the sender, so that a photo sent twice is stored once. */
    key: text().notNull(),
    /** Removed or erased: nobody reads it, and the next sweep deletes its file. */
    deletedAt: timestamptz('deleted_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('return_photos_once').on(t.orderId, t.key).where(sql`${t.deletedAt} is null`),
    index('return_photos_of_line').on(t.lineId).where(sql`${t.lineId} is not null`),
    // Photos that the sweep deletes.
    index('return_photos_waiting').on(t.createdAt).where(sql`${t.lineId} is null`),
    index('return_photos_deleted').on(t.id).where(sql`${t.deletedAt} is not null`),
  ],
);
