import { defaultWarranty } from '@reprise/contract/catalog/products/product';
import type { Endpoint } from '@reprise/contract/endpoint';
import { type Cents, cents } from '@reprise/contract/money';
import { permissionsOf, type StaffRole } from '@reprise/contract/permissions';
import { Problem, type ProblemCode } from '@reprise/contract/problem';
import { draftOrderEndpoints } from '@reprise/contract/sales/orders/draft-orders';
import { invoiceEndpoints } from '@reprise/contract/sales/orders/invoices';
import { orderEditEndpoints } from '@reprise/contract/sales/orders/order-edits';
import { orderEndpoints } from '@reprise/contract/sales/orders/orders';
import { orderParcelEndpoints } from '@reprise/contract/sales/orders/parcels';
import { paymentEndpoints } from '@reprise/contract/sales/payments/payments';
import { returnSettingsEndpoints } from '@reprise/contract/sales/returns/return-settings';
import { returnEndpoints } from '@reprise/contract/sales/returns/returns';
import { expect } from 'vitest';
import { mailReaders } from '../src/app/mail-readers.ts';
import { orderFilters } from '../src/app/order-filters.ts';
import { alertTriggers } from '../src/catalog/alerts/trigger-alerts.ts';
import { products } from '../src/catalog/products/products.tables.ts';
import { postgresSearch } from '../src/catalog/products/search/search-engine.ts';
import { changeStock } from '../src/catalog/products/stock/change-stock.ts';
import type { Deps } from '../src/deps.ts';
import { mailJobHandlers } from '../src/foundations/notifications/mail-jobs.ts';
import { ensureSettings } from '../src/foundations/settings/ensure-settings.ts';
import { findBrokenInvariants } from '../src/operations/integrity/check-invariants.ts';
import { users } from '../src/people/identity/identity.tables.ts';
import { createKeyring } from '../src/platform/crypto/keyring.ts';
import { type Database, inTransaction } from '../src/platform/database/database.ts';
import { longQueryConnectionOn } from '../src/platform/database/long-query-connection.ts';
import { newId } from '../src/platform/database/new-id.ts';
import { readEnvironment } from '../src/platform/environment.ts';
import type { AnyHandler, CallContext, WireInput } from '../src/platform/http/endpoint.ts';
import { startJobs } from '../src/platform/jobs/jobs.ts';
import { createLog } from '../src/platform/log.ts';
import { diskStorage } from '../src/platform/storage/disk-storage.ts';
import { imageFolder } from '../src/platform/storage/open-storage.ts';
import { draftOrderHandlers } from '../src/sales/orders/drafts/draft-orders.routes.ts';
import { invoiceHandlers } from '../src/sales/orders/invoices/invoices.routes.ts';
import { orderJobs } from '../src/sales/orders/orders.jobs.ts';
import { orderHandlers } from '../src/sales/orders/orders.routes.ts';
import { orderParcelHandlers } from '../src/sales/orders/parcels/parcels.routes.ts';
import { shortages } from '../src/sales/orders/shortages/mark-short.ts';
import { readPaymentsOf } from '../src/sales/payments/order-payments.queries.ts';
import { paymentJobs } from '../src/sales/payments/payments.jobs.ts';
import { readMoneyOf } from '../src/sales/payments/payments.queries.ts';
import { paymentHandlers } from '../src/sales/payments/payments.routes.ts';
import { refundApprovals } from '../src/sales/payments/refunds/refund-approvals.ts';
import { freeOrderSettler } from '../src/sales/payments/settle-free-order.ts';
import { returnHandlers } from '../src/sales/returns/returns.routes.ts';
import { deviceCounts } from '../src/workshop/units/count-devices.ts';
import { callChecked } from './call-endpoints.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Opens orders and payments on a test database, with a clock that only the test moves. */
export async function openOrderShop(database: Database, variables: Record<string, string> = {}) {
  const dataDir = temporaryFolder();
  const clock = { now: new Date('2026-11-02T10:00:00Z') };
  const base = {
    db: database.db,
    withLongQueryConnection: longQueryConnectionOn(database),
    withReportConnection: longQueryConnectionOn(database),
    environment: readEnvironment({
      DATA_DIR: dataDir,
      PAYMENTS: 'test',
      RATE_LIMIT: 'off',
      ...variables,
    }),
    log: createLog('silent'),
    secret: createKeyring('a secret for tests'),
    now: () => new Date(clock.now),
    alerts: alertTriggers,
    database,
    devices: deviceCounts,
    shortages,
    search: postgresSearch,
    storage: diskStorage(imageFolder(dataDir)),
  };
  await ensureSettings(database.db);
  const handlers = [...mailJobHandlers(base, mailReaders(base)), ...paymentJobs(base), ...orderJobs(base)];
  const jobs = await startJobs({ database, handlers, log: base.log, work: false });
  const deps: Deps = { ...base, jobs };
  return { deps, clock, ...callsOf(deps), ...fixturesOf(deps) };
}

export type OrderShop = Awaited<ReturnType<typeof openOrderShop>>;

const anonymousContext: CallContext = {
  caller: null,
  requestId: 'test',
  ip: '127.0.0.1',
  network: '127.0.0.1',
  userAgent: 'test',
  token: null,
  idempotencyKey: null,
  orderToken: null,
  files: [],
  countDeletions: async () => {},
};

export type As = Partial<Pick<CallContext, 'caller' | 'orderToken' | 'idempotencyKey' | 'network' | 'files'>>;

// biome-ignore lint/suspicious/noExplicitAny: tests assert on raw JSON
type Wire = any;

const shopEndpoints = {
  ...orderEndpoints,
  ...draftOrderEndpoints,
  ...orderEditEndpoints,
  ...orderParcelEndpoints,
  ...invoiceEndpoints,
  ...paymentEndpoints,
  ...returnEndpoints,
  ...returnSettingsEndpoints,
};

function callsOf(deps: Deps) {
  const table: Record<string, Endpoint> = { ...shopEndpoints };
  const handlers = {
    ...orderHandlers(deps, {
      paymentsOf: (db, orderId) => readPaymentsOf(db, orderId, deps),
      moneyOf: readMoneyOf,
      refundApprovals: refundApprovals(deps),
      settleFreeOrder: freeOrderSettler(deps),
      filters: orderFilters,
    }),
    ...orderParcelHandlers(deps, refundApprovals(deps)),
    ...draftOrderHandlers(deps, freeOrderSettler(deps)),
    ...invoiceHandlers(deps),
    ...paymentHandlers(deps),
    ...returnHandlers(deps),
  } as Record<string, AnyHandler>;
  const call = async (name: keyof typeof shopEndpoints, wire: WireInput, as: As = {}): Promise<Wire> => {
    const [endpoint, handler] = [table[name], handlers[name]];
    if (!endpoint || !handler) throw new Error(`There is no call ${name}.`);
    const context = { ...anonymousContext, ...as, token: as.caller ? 'a token' : null };
    return callChecked(endpoint, handler, wire, context);
  };
  /** Calls an endpoint with a raw, signed body. */
  const post = (
    name: keyof typeof paymentEndpoints,
    signed: NonNullable<CallContext['signed']>,
  ): Promise<Wire> => {
    const [endpoint, handler] = [table[name], handlers[name]];
    if (!endpoint || !handler) throw new Error(`There is no call ${name}.`);
    return callChecked(endpoint, handler, {}, { ...anonymousContext, signed });
  };
  return { call, post, place: (body: object, as: As = {}) => call('placeOrder', { body }, as) };
}

function fixturesOf(deps: Deps) {
  const addProduct = async (stockCount: number, price: Cents = cents(2999), name = 'Pixel 7 128 GB Snow') => {
    const id = newId('prd');
    await inTransaction(deps.db, async (tx) => {
      await tx
        .insert(products)
        .values({ ...productDefaults, id, slug: id, sku: id, name, priceCents: price });
      await changeStock(tx, id, stockCount, {
        reason: 'initial',
        actorId: null,
        now: deps.now(),
        alerts: deps.alerts,
        devices: deps.devices,
      });
    });
    return id;
  };
  const addUser = async (role: 'customer' | 'admin' = 'customer') => {
    const id = newId('usr');
    const email = `${id}@example.com`;
    const staffRoles: StaffRole[] = role === 'admin' ? ['owner'] : [];
    await deps.db.insert(users).values({ id, name: 'Ada Example', email, role, staffRoles });
    return {
      userId: id,
      role,
      permissions: permissionsOf(staffRoles),
      name: 'Ada Example',
      email,
      sessionId: 'ses',
      provedAt: deps.now(),
    };
  };
  const stockOf = async (id: string) => {
    const rows = await deps.db.select({ id: products.id, stockCount: products.stockCount }).from(products);
    return rows.find((product) => product.id === id)?.stockCount;
  };
  const expectIntegrity = async () => expect(await findBrokenInvariants(deps.db)).toEqual([]);
  return { addProduct, addUser, stockOf, expectIntegrity };
}

const productDefaults = {
  description: 'A phone.',
  brand: 'Google',
  condition: 'good',
  origin: 'pre-owned',
  images: ['/media/phone.svg'] as string[],
  specifications: {},
  features: [] as string[],
  warranty: defaultWarranty,
} as const satisfies Partial<typeof products.$inferInsert>;

export const someAddress = {
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  phone: '+1 555 0199',
  address: '1 Harbor Street',
  city: 'Portland',
  state: 'OR',
  zipCode: '97201',
  country: 'United States',
};

/** Returns the request body of an order. */
export function orderOf(items: Record<string, number>, more: object = {}) {
  return {
    items: Object.entries(items).map(([product, quantity]) => ({ product, quantity })),
    shippingAddress: someAddress,
    paymentMethod: 'card',
    ...more,
  };
}

/** Returns the problem that a call fails with. */
export async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const error = await work.then(
    () => new Error('The call did not fail.'),
    (reason: unknown) => reason,
  );
  if (error instanceof Problem) return error;
  throw error;
}

export async function codeOf(work: Promise<unknown>): Promise<ProblemCode> {
  return (await problemOf(work)).code;
}
