import type { customerImportEndpoints } from '@reprise/contract/moving-in/customer-imports';
import type { Deps } from '../../deps.ts';
import { importOf } from '../../foundations/spreadsheets/checked-import.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { importCustomers } from './import-customers.ts';

export function customerImportHandlers(
  deps: Pick<Deps, 'db' | 'now'>,
): Handlers<typeof customerImportEndpoints> {
  return {
    importCustomers: async ({ query }, context) => ({
      import: await importCustomers(deps, importOf(query, context)),
    }),
  };
}
