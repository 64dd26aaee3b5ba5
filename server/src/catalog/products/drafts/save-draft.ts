import type { AddedDraft, CompleteDraft, EditedDraft } from '@reprise/contract/catalog/products/drafts';
import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import type { Deps } from '../../../deps.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { runOnce } from '../../../platform/http/run-once.ts';
import { addProduct } from '../create-product.ts';
import { findAdminProduct } from '../listing/whole-admin-products.queries.ts';
import { editRecorded, type ProductEdit } from '../update-product.ts';

type DraftDeps = Pick<Deps, 'db' | 'now' | 'alerts' | 'devices' | 'search'>;

/** Adds a draft; a repeated Idempotency-Key of the administrator returns the draft that the first request added. */
export async function createDraft(
  { db, now: clock, search }: DraftDeps,
  body: AddedDraft,
  actorId: string | null,
  idempotencyKey: string | null,
): Promise<AdminProduct> {
  const now = clock();
  return inTransaction(db, async (tx) => {
    const draft = { ...body, isDraft: true } as const;
    // One key for saving and adding: after a lost response the other button of the form must not add a second product.
    const request = { operation: 'create product', actorId, key: idempotencyKey, body: draft, now };
    const id = await runOnce(tx, request, () => addProduct(tx, draft, { actorId, now, search }));
    return findAdminProduct(tx, id);
  });
}

/** Saves a product as a draft, which takes it off sale. */
export const updateDraft = (deps: DraftDeps, reference: string, body: EditedDraft, actorId: string | null) =>
  saveEdit(deps, reference, { ...body, isDraft: true }, actorId);

/** Saves a complete draft and puts it on sale. */
export const publishDraft = (
  deps: DraftDeps,
  reference: string,
  body: CompleteDraft,
  actorId: string | null,
) => saveEdit(deps, reference, { ...body, isDraft: false }, actorId);

function saveEdit(
  { db, now, ...deps }: DraftDeps,
  reference: string,
  edit: ProductEdit,
  actorId: string | null,
): Promise<AdminProduct> {
  return inTransaction(db, async (tx) => {
    const id = await editRecorded(tx, reference, edit, {
      ...deps,
      actorId,
      now: now(),
      note: 'Product form',
    });
    return findAdminProduct(tx, id);
  });
}
