import type { customerRecordEndpoints } from '@reprise/contract/people/customer-records';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { listOrdersOfPerson } from '../../sales/orders/customers/customer.queries.ts';
import type { EraseGuest } from '../privacy/guest-data.ts';
import { eraseGuestByStaff, exportCustomerData, type ReadCustomerData } from './customer-data.ts';
import {
  exportCustomers,
  findVisiblePerson,
  listCustomers,
  readCustomer,
} from './customer-records.queries.ts';

type OtherSlices = { readCustomerData: ReadCustomerData; eraseGuest: EraseGuest };

/** Handlers of the list of people who ordered, and of one of them. */
export function customerRecordHandlers(
  deps: Deps,
  { readCustomerData, eraseGuest }: OtherSlices,
): Handlers<typeof customerRecordEndpoints> {
  return {
    listCustomers: ({ query = {} }, context) => listCustomers(deps.db, query, requireCaller(context)),
    exportCustomers: async ({ query = {} }, context) => exportCustomers(deps, query, requireCaller(context)),
    getCustomer: async ({ params }, context) => ({
      customer: await readCustomer(deps.db, params.id, requireCaller(context)),
    }),
    listCustomerOrders: async ({ params, query = {} }, context) => {
      const person = await findVisiblePerson(deps.db, params.id, requireCaller(context));
      return listOrdersOfPerson(deps.db, person, query);
    },
    exportCustomerData: async ({ params }, context) => ({
      data: await exportCustomerData(deps, readCustomerData, params.id, requireCaller(context)),
    }),
    eraseGuest: ({ params }, context) =>
      eraseGuestByStaff(deps, eraseGuest, params.id, requireCaller(context)),
  };
}
