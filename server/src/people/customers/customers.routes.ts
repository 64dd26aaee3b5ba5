import type { customerEndpoints } from '@reprise/contract/people/customers';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { addCustomerNote, deleteCustomerNote, listCustomerNotes } from './customer-notes.ts';
import { addCustomerTag, listCustomerTags, removeCustomerTag } from './customer-tags.ts';

export function customerHandlers(deps: Deps): Handlers<typeof customerEndpoints> {
  return {
    listCustomerNotes: async ({ params }, context) => ({
      notes: await listCustomerNotes(deps.db, params.id, requireCaller(context)),
    }),
    addCustomerNote: async ({ params, body }, context) => ({
      note: await addCustomerNote(deps, params.id, body.text, requireCaller(context)),
    }),
    deleteCustomerNote: ({ params }, context) =>
      deleteCustomerNote(deps, params, requireCaller(context)).then(() => ({})),
    listCustomerTags: async () => ({ tags: await listCustomerTags(deps.db) }),
    addCustomerTag: async ({ params, body }, context) => ({
      tags: await addCustomerTag(deps, {
        userId: params.id,
        tag: body.tag,
        caller: requireCaller(context),
      }),
    }),
    removeCustomerTag: async ({ params }, context) => ({
      tags: await removeCustomerTag(deps, {
        userId: params.id,
        tag: params.tag,
        caller: requireCaller(context),
      }),
    }),
  };
}
