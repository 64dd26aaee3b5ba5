import { z } from 'zod';
import { endpoints, idParams } from '../../endpoint.ts';
import { price, requiredText, seenVersion, text } from '../../wire.ts';
import { originalBelowPrice, originalNotBelowPrice } from './original-price.ts';
import { productFields, requiredToAdd, stockNumber } from './product.ts';
import { adminProduct } from './products-admin.ts';

// Drafts: products that only staff see and that may be incomplete.

/** A draft needs a name only; `price`, `category` and `brand` are missing if they are left out or blank. */
const draftFields = {
  ...productFields(requiredToAdd),
  name: requiredText(200, 'Enter a name. A draft needs nothing else.'),
  brand: text(100).optional(),
  category: text(200).optional(),
  price: price('Price must be a number').nullish(),
};

export const newDraft = z
  .object({
    ...draftFields,
    sku: text(64).optional(),
    slug: text(200).optional(),
  })
  .refine(originalNotBelowPrice, originalBelowPrice)
  .meta({ id: 'NewDraft' });
export type NewDraft = z.output<typeof newDraft>;

export const addedDraft = newDraft.safeExtend({ siblingOf: text(200).optional() });
export type AddedDraft = z.output<typeof addedDraft>;

export const editedDraft = z
  .object({ ...draftFields, stockBase: stockNumber.optional(), version: seenVersion.optional() })
  .refine(originalNotBelowPrice, originalBelowPrice)
  .meta({ id: 'EditedDraft' });
export type EditedDraft = z.output<typeof editedDraft>;

/** Draft to publish: it has all that adding a product requires. */
export const completeDraft = z
  .object({
    ...productFields(requiredToAdd),
    brand: requiredText(100, requiredToAdd),
    stockBase: stockNumber.optional(),
    version: seenVersion.optional(),
  })
  .refine(originalNotBelowPrice, originalBelowPrice)
  .meta({ id: 'CompleteDraft' });
export type CompleteDraft = z.output<typeof completeDraft>;

const response = z.object({ product: adminProduct });

export const draftEndpoints = endpoints({
  createDraft: {
    method: 'POST',
    path: '/products/admin/drafts',
    summary: 'Add a product as a draft, which only staff see; a name is enough',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    idempotent: true,
    body: addedDraft,
    response,
    status: 201,
    message: 'Draft saved',
  },
  updateDraft: {
    method: 'PUT',
    path: '/products/admin/drafts/:id',
    summary: 'Save a product as a draft; a published product goes off sale',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    params: idParams,
    body: editedDraft.safeExtend({ version: seenVersion }),
    response,
    message: 'Draft saved',
  },
  publishDraft: {
    method: 'POST',
    path: '/products/admin/drafts/:id/publish',
    summary: 'Save a complete draft and put it on sale',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    params: idParams,
    body: completeDraft.safeExtend({ version: seenVersion }),
    response,
    message: 'Product published',
  },
});
