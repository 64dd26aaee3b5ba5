import { z } from 'zod';
import { endpoints, idParams, nothing } from '../endpoint.ts';
import { isoDateTime, reference, requiredText } from '../wire.ts';

/** Tags of one customer. */
export const maxCustomerTags = 20;

/** Notes of one customer that are shown, newest. */
export const maxCustomerNotes = 200;

/** Note of staff on a customer; the customer never sees it. */
export const customerNote = z
  .object({ id: z.string(), text: z.string(), author: z.string(), createdAt: isoDateTime })
  .meta({ id: 'CustomerNote' });
export type CustomerNote = z.output<typeof customerNote>;

/** Tag in lowercase with single spaces. */
export const customerTag = requiredText(30, 'Enter a tag')
  .refine((text) => !/[\p{Cc},]/u.test(text), 'Enter a tag without commas')
  .meta({ pattern: '^ *[^\\s,\\u0000-\\u001f\\u007f-\\u009f][^,\\u0000-\\u001f\\u007f-\\u009f]*$' })
  .transform((text) => text.toLowerCase().split(/\s+/).join(' '));

export const customerEndpoints = endpoints({
  listCustomerNotes: {
    method: 'GET',
    path: '/customers/:id/notes',
    summary: 'Notes of staff on a customer, oldest first',
    access: 'admin',
    needs: 'customers.read',
    rate: 'read',
    params: idParams,
    response: z.object({ notes: z.array(customerNote) }),
  },
  addCustomerNote: {
    method: 'POST',
    path: '/customers/:id/notes',
    summary: 'Add a note, visible to staff only',
    access: 'admin',
    needs: 'customers.edit',
    rate: 'write',
    params: idParams,
    body: z.object({ text: requiredText(2000, 'Write something first') }),
    response: z.object({ note: customerNote }),
    status: 201,
  },
  deleteCustomerNote: {
    method: 'DELETE',
    path: '/customers/:id/notes/:noteId',
    summary: 'Delete a note',
    access: 'admin',
    needs: 'customers.edit',
    rate: 'write',
    params: z.object({ id: reference, noteId: reference }),
    response: nothing,
  },
  listCustomerTags: {
    method: 'GET',
    path: '/customers/tags',
    summary: 'All tags with the number of their customers, most used first',
    access: 'admin',
    needs: 'customers.read',
    rate: 'read',
    response: z.object({ tags: z.array(z.object({ tag: z.string(), customers: z.number().int() })) }),
  },
  addCustomerTag: {
    method: 'POST',
    path: '/customers/:id/tags',
    summary: 'Tag a customer; tags are lowercase, and a repeated one changes nothing',
    access: 'admin',
    needs: 'customers.edit',
    rate: 'write',
    params: idParams,
    body: z.object({ tag: customerTag }),
    response: z.object({ tags: z.array(z.string()) }),
    status: 201,
  },
  removeCustomerTag: {
    method: 'DELETE',
    path: '/customers/:id/tags/:tag',
    summary: 'Remove a tag from a customer',
    access: 'admin',
    needs: 'customers.edit',
    rate: 'write',
    params: z.object({ id: reference, tag: reference }),
    response: z.object({ tags: z.array(z.string()) }),
  },
});
