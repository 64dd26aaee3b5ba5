import { z } from 'zod';
import { endpoints, idParams } from '../../endpoint.ts';
import { pagination, pagingQuery } from '../../paging.ts';
import { isoDateTime, unknownFields } from '../../wire.ts';
import { familyChangeKinds } from './family-admin.ts';
import { bulkChange, bulkLimit, bulkRow, shownFields } from './products-admin.ts';

/** Hours in which a bulk change can be undone. */
export const undoHours = 24;

/** Change of products: of several at once, of one in its form, by a file, or of the families of their configurations. */
const recordedChange = z
  .discriminatedUnion('kind', [
    ...bulkChange.options,
    z.object({ kind: z.literal('edit'), name: z.string() }),
    /** A product that a form or a call added. Its undo archives it. */
    z.object({ kind: z.literal('added'), name: z.string() }),
    /** A product that was deleted, without an undo. */
    z.object({ kind: z.literal('deleted'), name: z.string() }),
    /** `added`: products that the file added; the undo archives those that are no drafts. */
    z.object({
      kind: z.literal('imported'),
      importId: z.string(),
      fileName: z.string(),
      added: z.number().int(),
    }),
    /** Undone as a whole by `POST /families/changes/:id/undo`. */
    z.object({
      kind: z.literal('families'),
      action: z.enum(familyChangeKinds),
      familyChangeId: z.string(),
    }),
  ])
  .meta({ id: 'RecordedChange' });
export type RecordedChange = z.output<typeof recordedChange>;

const bulkChangeRecord = z
  .object({
    id: z.string(),
    change: recordedChange,
    /** Name of the account; null if the command line made the change. */
    actorName: z.string().nullable(),
    createdAt: isoDateTime,
    /** Products that it changed or added. */
    productCount: z.number().int(),
    undoneCount: z.number().int(),
    /** Products that were not undone, because they had changed again. */
    conflictCount: z.number().int(),
    /** Last time to undo it; null if this kind has no undo. */
    undoUntil: isoDateTime.nullable(),
    /** Reason why it has no undo, as text for people; '' if it has one. */
    withoutUndo: z.string(),
  })
  .meta({ id: 'BulkChangeRecord' });
export type BulkChangeRecord = z.output<typeof bulkChangeRecord>;

const changedProduct = z
  .object({
    id: z.string(),
    name: z.string(),
    before: shownFields,
    after: shownFields,
    /** Fields that a form or a file changed, as people read them; `added` of a product that it added. */
    fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    undo: z.enum(['undone', 'conflict']).nullable(),
    /** Reason of a conflict, as text for people. */
    reason: z.string(),
  })
  .meta({ id: 'ChangedProduct' });
export type ChangedProduct = z.output<typeof changedProduct>;

export const bulkChangeEndpoints = endpoints({
  listBulkChanges: {
    method: 'GET',
    path: '/products/admin/changes',
    summary:
      'Changes of products in the last 30 days, newest first: of several at once, by forms, files and families',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    query: z.object(pagingQuery),
    response: z.object({ changes: z.array(bulkChangeRecord), pagination }),
  },
  listChangedProducts: {
    method: 'GET',
    path: '/products/admin/changes/:id',
    summary: 'Products of a change by name, with what it changed and what was undone',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    params: idParams,
    query: z.object(pagingQuery),
    response: z.object({ change: bulkChangeRecord, products: z.array(changedProduct), pagination }),
  },
  undoBulkChange: {
    method: 'POST',
    path: '/products/admin/changes/:id/undo',
    summary: `Undo a bulk change within ${undoHours} hours, for up to ${bulkLimit} products a call; products that changed again stay as they are`,
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    params: idParams,
    /** Without `products`, the next ones that were not undone. */
    body: z.strictObject(
      { products: z.array(z.string().min(1).max(200)).min(1).max(bulkLimit).optional() },
      unknownFields,
    ),
    response: z.object({
      rows: z.array(bulkRow),
      /** Products of the change that were neither undone nor named as conflicts. */
      left: z.number().int(),
    }),
  },
});
