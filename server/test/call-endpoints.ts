import { AsyncLocalStorage } from 'node:async_hooks';
import type { EndpointTable } from '@reprise/contract/endpoint';
import { permissionsOf } from '@reprise/contract/permissions';
import type { z } from 'zod';
import type { Database } from '../src/platform/database/database.ts';
import {
  type AnyHandler,
  type CallContext,
  type Caller,
  callEndpoint,
  checkAccess,
  type Handlers,
  type UploadedFile,
  type WireInput,
} from '../src/platform/http/endpoint.ts';

const callerOf = (role: Caller['role']): Caller => ({
  userId: `usr_${role}`,
  role,
  permissions: permissionsOf(role === 'admin' ? ['owner'] : []),
  name: role === 'admin' ? 'Ada Admin' : 'Carl Customer',
  email: `${role}@shop.test`,
  sessionId: `ses_${role}`,
  provedAt: new Date(),
});

/** Staff with this permission alone, as a token can be. */
const catalogStaff: Caller = { ...callerOf('admin'), permissions: new Set(['catalog.manage']) };

const callers = { guest: null, customer: callerOf('customer'), admin: callerOf('admin'), catalogStaff };
type CallerKind = keyof typeof callers;

type Call = WireInput & { as?: CallerKind; files?: UploadedFile[] };

/** Returns a function that calls endpoints without HTTP: access check, decoding, handler, encoding. */
export function callsTo<T extends EndpointTable>(table: T, handlers: Handlers<T>) {
  return async <K extends keyof T & string>(
    name: K,
    { as = 'guest', files = [], ...wire }: Call = {},
  ): Promise<z.input<T[K]['response']>> => {
    const endpoint = table[name];
    if (!endpoint) throw new Error(`There is no endpoint ${name}.`);
    const handler = handlers[name] as unknown as AnyHandler;
    const response = await callChecked(endpoint, handler, wire, contextOf(as, files));
    return response as z.input<T[K]['response']>;
  };
}

/** Checks access before the call, as the API does over HTTP. */
export const callChecked: typeof callEndpoint = async (endpoint, handler, wire, context) => {
  checkAccess(endpoint, context);
  return callEndpoint(endpoint, handler, wire, context);
};

function contextOf(kind: CallerKind, files: UploadedFile[]): CallContext {
  return {
    caller: callers[kind],
    requestId: 'test',
    ip: '127.0.0.1',
    network: '127.0.0.1',
    userAgent: 'test',
    token: kind === 'guest' ? null : 'token',
    idempotencyKey: null,
    orderToken: null,
    files,
    countDeletions: async () => {},
  };
}

/**
 * Counts the statements that `work` sends outside of transactions. Statements of timers, such as the one that drains the
 * job outbox, run in another async context and are not counted.
 */
export async function countStatements(database: Database, work: () => Promise<unknown>): Promise<number> {
  const client: { query: (...values: never[]) => unknown } =
    database.kind === 'embedded' ? database.pglite : database.pool;
  const query = client.query;
  const counted = new AsyncLocalStorage<true>();
  let statements = 0;
  client.query = (...values) => {
    if (counted.getStore()) statements++;
    return query.apply(client, values);
  };
  try {
    await counted.run(true, work);
  } finally {
    client.query = query;
  }
  return statements;
}
