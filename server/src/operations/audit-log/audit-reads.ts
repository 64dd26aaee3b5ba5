import type { Deps } from '../../deps.ts';
import { recordAuditOnce } from '../../foundations/audit/record-audit.ts';
import type { AnyHandler, CallContext } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { hourMs } from '../../platform/time.ts';

type Input = { params?: { id?: string } };
type Read = { action: string; subjectOf: (input: Input, result: unknown) => string };

const customer: Read = { action: 'view customer', subjectOf: ({ params }) => `user ${params?.id}` };
const personOf: Read = {
  action: 'view customer',
  subjectOf: (_input, result) => {
    const { customer } = result as { customer: { id: string; userId: string | null } };
    return customer.userId === null ? `order ${customer.id}` : `user ${customer.userId}`;
  },
};
const orderList: Read = { action: 'list orders', subjectOf: () => 'order' };

/** Calls by which staff read personal data. Repeated calls within an hour add no entry. */
const views: Record<string, Read> = {
  getUser: customer,
  listUserOrders: customer,
  listUserSessions: customer,
  getOrder: {
    action: 'view order',
    subjectOf: (_input, result) => `order ${(result as { order: { id: string } }).order.id}`,
  },
  getOrderContext: { action: 'view order', subjectOf: ({ params }) => `order ${params?.id}` },
  listCustomerNotes: { action: 'view customer notes', subjectOf: ({ params }) => `user ${params?.id}` },
  getConversation: { action: 'view messages', subjectOf: ({ params }) => `conversation ${params?.id}` },
  getCustomer: personOf,
  listCustomers: { action: 'list customers', subjectOf: () => 'user' },
  listUsers: { action: 'list customers', subjectOf: () => 'user' },
  listAllOrders: orderList,
  listOrderSummaries: orderList,
  listMails: { action: 'list mails', subjectOf: () => 'mail' },
  getMail: { action: 'view mail', subjectOf: ({ params }) => `mail ${params?.id}` },
};

/** Calls that export many records as a file; every call adds an entry. */
const exports: Record<string, Read> = {
  exportCustomers: { action: 'export customers', subjectOf: () => 'export customers' },
  exportUsers: { action: 'export users', subjectOf: () => 'export users' },
  exportInvoices: { action: 'export invoices', subjectOf: () => 'export invoices' },
  exportOrders: { action: 'export orders', subjectOf: () => 'export orders' },
  exportAudit: { action: 'export audit', subjectOf: () => 'export audit' },
  exportProducts: { action: 'export products', subjectOf: () => 'export products' },
  exportReturns: { action: 'export returns', subjectOf: () => 'export returns' },
  exportUnits: { action: 'export devices', subjectOf: () => 'export devices' },
  exportDashboard: { action: 'export figures', subjectOf: () => 'export figures' },
};

/** Wraps handlers to audit exports, and reads of personal data by staff. */
export function auditReads(
  handlers: Record<string, AnyHandler>,
  deps: Pick<Deps, 'db' | 'now'>,
): Record<string, AnyHandler> {
  const audited = Object.entries(handlers).map(([name, handler]): [string, AnyHandler] => {
    if (name === 'exportOwnData') {
      const subjectOf = (context: CallContext) => `user ${requireCaller(context).userId}`;
      return [
        name,
        afterAudit(deps, handler, (context) => ({ action: 'export own data', subject: subjectOf(context) })),
      ];
    }
    const file = exports[name];
    if (file) {
      const entry = { action: file.action, subject: file.subjectOf({}, null) };
      return [name, afterAudit(deps, handler, () => entry)];
    }
    const view = views[name];
    return [name, view ? withView(deps, handler, view) : handler];
  });
  return Object.fromEntries(audited);
}

/** Writes the entry before the call, so that data that cannot be audited is not exported. */
function afterAudit(
  { db }: Pick<Deps, 'db'>,
  handler: AnyHandler,
  entryOf: (context: CallContext) => { action: string; subject: string },
): AnyHandler {
  return async (input, context) => {
    const actorId = requireCaller(context).userId;
    await recordAuditOnce(db, context.requestId, { actorId, ...entryOf(context) });
    return handler(input, context);
  };
}

function withView({ db, now }: Pick<Deps, 'db' | 'now'>, handler: AnyHandler, view: Read): AnyHandler {
  return async (input, context) => {
    const result = await handler(input, context);
    const { caller } = context;
    if (caller?.role !== 'admin') return result;
    const { userId: actorId } = caller;
    const key = JSON.stringify([actorId, Math.floor(now().getTime() / hourMs)]);
    await recordAuditOnce(db, key, { actorId, action: view.action, subject: view.subjectOf(input, result) });
    return result;
  };
}
