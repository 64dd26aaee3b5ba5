import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { checkedImport, importSteps, maxCheckedImportBytes } from '../foundations/checked-import.ts';
import { queryChoice } from '../wire.ts';

/** Rows of a file. */
export const maxImportedCustomers = 50_000;

export const customerImportEndpoints = endpoints({
  importCustomers: {
    method: 'POST',
    path: '/customer-imports',
    summary:
      'Read a customer export of Shopify or WooCommerce: says which accounts it would add, or with `step=apply` adds them, without a password, a mail or a webhook. Existing accounts stay as they are',
    access: 'admin',
    needs: 'users.manage',
    rate: 'upload',
    query: z.object({ step: queryChoice(importSteps) }),
    upload: { field: 'file', maxFiles: 1, maxBytes: maxCheckedImportBytes },
    response: z.object({ import: checkedImport }),
  },
});
