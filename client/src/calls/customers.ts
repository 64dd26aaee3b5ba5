import { customerEndpoints } from '@reprise/contract/customers/customers';
import { type Call, defineCall } from '../define-call.ts';

/** Notes of staff on a customer, oldest first: `GET /customers/:id/notes` */
export const listCustomerNotes: Call<typeof customerEndpoints.listCustomerNotes> = /* @__PURE__ */ defineCall(customerEndpoints.listCustomerNotes);

/** Add a note, visible to staff only: `POST /customers/:id/notes` */
export const addCustomerNote: Call<typeof customerEndpoints.addCustomerNote> = /* @__PURE__ */ defineCall(customerEndpoints.addCustomerNote);

/** Delete a note: `DELETE /customers/:id/notes/:noteId` */
export const deleteCustomerNote: Call<typeof customerEndpoints.deleteCustomerNote> = /* @__PURE__ */ defineCall(customerEndpoints.deleteCustomerNote);

/** All tags with the number of their customers, most used first: `GET /customers/tags` */
export const listCustomerTags: Call<typeof customerEndpoints.listCustomerTags> = /* @__PURE__ */ defineCall(customerEndpoints.listCustomerTags);

/** Tag a customer; tags are lowercase, and a repeated one changes nothing: `POST /customers/:id/tags` */
export const addCustomerTag: Call<typeof customerEndpoints.addCustomerTag> = /* @__PURE__ */ defineCall(customerEndpoints.addCustomerTag);

/** Remove a tag from a customer: `DELETE /customers/:id/tags/:tag` */
export const removeCustomerTag: Call<typeof customerEndpoints.removeCustomerTag> = /* @__PURE__ */ defineCall(customerEndpoints.removeCustomerTag);
