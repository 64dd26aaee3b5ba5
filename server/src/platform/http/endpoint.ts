import type { CallInput, CallOutput, Endpoint, EndpointTable } from '@reprise/contract/endpoint';
import type { Role } from '@reprise/contract/people/identity/user';
import type { Permission } from '@reprise/contract/permissions';
import { Problem } from '@reprise/contract/problem';
import { validationProblem } from '@reprise/contract/validation/validation-problem';
import { z } from 'zod';
import type { CallingToken } from './tokens/calling-token.ts';

/** The signed-in user of a call, read from the session for this call. */
export type Caller = {
  userId: string;
  role: Role;
  /** Permissions of the staff roles; empty for customers. */
  permissions: ReadonlySet<Permission>;
  name: string;
  email: string;
  /** Undefined counts as not verified. */
  emailVerified?: boolean;
  sessionId: string;
  /** Time of the last sign-in or step-up in this session. */
  provedAt: Date | null;
  /** The API token that calls for the user, instead of a session. */
  token?: CallingToken;
};

/** True if the caller is staff with this permission. */
export function hasPermission(caller: Pick<Caller, 'permissions'> | null, permission: Permission): boolean {
  return caller?.permissions.has(permission) ?? false;
}

/** Throws FORBIDDEN unless the caller is staff with this permission. */
export function assertPermission(caller: Pick<Caller, 'permissions'> | null, permission: Permission): void {
  if (!hasPermission(caller, permission)) {
    throw new Problem('FORBIDDEN', 'You do not have access to this.');
  }
}

export type UploadedFile = { name: string; bytes: Buffer };

/** Facts about a call that a handler gets beside its input. */
export type CallContext = {
  caller: Caller | null;
  requestId: string;
  ip: string;
  /** The network that limits count; `boundFor` widens the bounds of an untrusted proxy. */
  network: string;
  userAgent: string;
  /** The bearer token as sent, valid or not. */
  token: string | null;
  idempotencyKey: string | null;
  /** The X-Order-Token header of a guest. */
  orderToken: string | null;
  files: UploadedFile[];
  /** Adds a Set-Cookie header to the response over HTTP. */
  setCookie?: (cookie: string) => void;
  /** Counts items the caller is about to delete; throws STEP_UP_REQUIRED above a bound without a recent step-up. */
  countDeletions: (count: number) => Promise<void>;
  /** For an endpoint with a raw body: its bytes and the header that signs them. */
  signed?: { body: Buffer; signature: string };
};

type Handler<E extends Endpoint> = (input: CallInput<E>, context: CallContext) => Promise<CallOutput<E>>;

/** One function per endpoint of a table. */
export type Handlers<T extends EndpointTable> = { [K in keyof T]: Handler<T[K]> };

export type AnyHandler = (input: never, context: CallContext) => Promise<unknown>;

/** The parts of a call in their wire format. */
export type WireInput = { params?: unknown; query?: unknown; body?: unknown };

/** Throws unless this caller may use the endpoint. Runs before the input is read. */
export function checkAccess(endpoint: Endpoint, context: Pick<CallContext, 'caller' | 'token'>): void {
  const { caller } = context;
  if (endpoint.access === 'public') return;
  if (endpoint.access === 'visitor' && context.token === null) return;
  if (caller === null) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
  if (caller.token) assertOpenToTokens(endpoint);
  if (endpoint.access === 'admin' && caller.role !== 'admin') {
    throw new Problem('FORBIDDEN', 'This is for administrators only.');
  }
  if (endpoint.access === 'admin') assertPermission(caller, endpoint.needs);
}

/** Tokens act for the shop, not for the person who made them: nobody's account, cart or own orders. */
function assertOpenToTokens({ access, method }: Endpoint): void {
  if (access === 'admin' || (access === 'visitor' && method === 'GET')) return;
  throw new Problem('FORBIDDEN', 'This cannot be called with an API token.');
}

/**
 * Decodes the input, runs the handler and encodes its result; fields that are not in the response schema are dropped.
 * The caller has checked access.
 */
export async function callEndpoint(
  endpoint: Endpoint,
  handler: AnyHandler,
  wire: WireInput,
  context: CallContext,
): Promise<unknown> {
  const result = await handler(decodeInput(endpoint, wire) as never, context);
  return z.encode(endpoint.response, result as never);
}

/** Validates the input; throws VALIDATION_ERROR, or NOT_FOUND for an invalid id in the path. */
export function decodeInput(endpoint: Endpoint, wire: WireInput) {
  return {
    params: endpoint.params && decodeParams(endpoint.params, wire.params),
    query: endpoint.query && decodeQuery(endpoint.query, wire.query),
    body: endpoint.body && decodeBody(endpoint, endpoint.body, wire.body),
  };
}

/**
 * Returns a canonical key of a GET call: unknown query keys and other spellings of the same values do not change it.
 * Throws the same Problem as the call for invalid input.
 */
export function buildCacheKey(name: string, endpoint: Endpoint, wire: WireInput): string {
  const query = endpoint.query && decodeQuery(endpoint.query, wire.query);
  const canonical = endpoint.query ? Object.entries(z.encode(endpoint.query, query as never) as object) : [];
  const entries = canonical.filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([name, Object.values(wire.params ?? {}), entries]);
}

/** True if the call searches the catalog. */
export function isSearch({ searchParam }: Endpoint, query: unknown): boolean {
  const value = searchParam && (query as Record<string, unknown> | undefined)?.[searchParam];
  return value !== undefined && String(value) !== '';
}

/** Decodes path parameters; throws NOT_FOUND, not VALIDATION_ERROR: an invalid id names no resource. */
export function decodeParams(schema: z.ZodType, value: unknown): unknown {
  const decoded = z.safeDecode(schema, value as never);
  if (!decoded.success) throw new Problem('NOT_FOUND', 'Not found.');
  return decoded.data;
}

function decodeQuery(schema: z.ZodType, value: unknown): unknown {
  const query = (value ?? {}) as Record<string, unknown>;
  assertNoBracketKeys(schema, query);
  const decoded = z.safeDecode(schema, query as never);
  if (!decoded.success) throw validationProblem(decoded.error);
  return decoded.data;
}

/** Throws for `search[]=x` and `search[a]=x`, which look like filters but would be ignored. */
function assertNoBracketKeys(schema: z.ZodType, query: Record<string, unknown>): void {
  if (!(schema instanceof z.ZodObject)) return;
  for (const key of Object.keys(query)) {
    const name = key.split('[', 1)[0] ?? '';
    if (key.includes('[') && Object.hasOwn(schema.shape, name)) {
      throw new Problem('VALIDATION_ERROR', `Repeat the key "${name}" instead of using brackets.`, {
        errors: [{ field: name, message: 'Brackets are not supported' }],
      });
    }
  }
}

function decodeBody(endpoint: Endpoint, schema: z.ZodType, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Problem('VALIDATION_ERROR', 'A JSON object is required.');
  }
  const decoded = z.safeDecode(schema, value as never);
  if (!decoded.success) throw validationProblem(decoded.error, endpoint.fieldProblems);
  return decoded.data;
}
