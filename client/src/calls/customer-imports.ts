import { customerImportEndpoints } from '@reprise/contract/customers/customer-imports';
import { type Upload, defineUpload } from '../define-call.ts';

/** Read a customer export of Shopify or WooCommerce: says which accounts it would add, or with `step=apply` adds them, without a password, a mail or a webhook. Existing accounts stay as they are: `POST /customer-imports` */
export const importCustomers: Upload<typeof customerImportEndpoints.importCustomers> = /* @__PURE__ */ defineUpload(customerImportEndpoints.importCustomers);
