import type { CallInput, CallOutput, Endpoint, EndpointTable } from '@reprise/contract/endpoint';
import type { Role } from '@reprise/contract/identity/identity';
import type { Permission } from '@reprise/contract/identity/permissions';
import { type FieldError, Problem } from '@reprise/contract/problem';
import { z } from 'zod';

/** Who is calling, as the session says at this moment. */
export type Caller = {
  userId: string;
  role: Role;
  /** Of the staff roles; empty for customers. */
  permissions: ReadonlySet<Permission>;
  name: string;
  email: string;
  /** Left out counts as not confirmed. */
  emailVerified?: boolean;
  sessionId: string;
  /** When this session last proved its user's identity, by signing in or by a step-up. */
  provedAt: Date | null;
};

/** Whether the caller is staff with this permission. */
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

/** What a handler may know of a call besides its input. */
export type CallContext = {
  caller: Caller | null;
  requestId: string;
  ip: string;
  /** The network to count in limits; null where an untrusted proxy hides it, and a limit must not count. */
  network: string | null;
  userAgent: string;
  /** The bearer token as sent, good or bad. */
  token: string | null;
  idempotencyKey: string | null;
  /** The X-Order-Token header of a guest. */
  orderToken: string | null;
  files: UploadedFile[];
  /** Counts things the caller is about to delete; throws STEP_UP_REQUIRED past a bound without a recent proof. */
  countDeletions: (count: number) => Promise<void>;
  /** Of an endpoint that takes its body raw: what came, byte for byte, and the header that signs it. */
  signed?: { body: Buffer; signature: string };
};

type Handler<E extends Endpoint> = (input: CallInput<E>, context: CallContext) => Promise<CallOutput<E>>;

/** One function per endpoint of a table. */
export type Handlers<T extends EndpointTable> = { [K in keyof T]: Handler<T[K]> };

export type AnyHandler = (input: never, context: CallContext) => Promise<unknown>;

/** The parts of a call as they came over the wire. */
export type WireInput = { params?: unknown; query?: unknown; body?: unknown };

/** Throws unless this caller may use the endpoint. Runs before anything of the input is looked at. */
export function checkAccess(endpoint: Endpoint, context: Pick<CallContext, 'caller' | 'token'>): void {
  const { caller } = context;
  if (endpoint.access === 'public') return;
  if (endpoint.access === 'visitor' && context.token === null) return;
  if (caller === null) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
  if (endpoint.access === 'admin' && caller.role !== 'admin') {
    throw new Problem('FORBIDDEN', 'This is for administrators only.');
  }
  if (endpoint.access === 'admin') assertPermission(caller, endpoint.needs);
}

/**
 * Checks access, decodes the input, runs the handler and encodes its result: the same for a call over HTTP
 * and for one from the rendering server. What the response schema does not name is dropped.
 */
export async function callEndpoint(
  endpoint: Endpoint,
  handler: AnyHandler,
  wire: WireInput,
  context: CallContext,
): Promise<unknown> {
  checkAccess(endpoint, context);
  const input = {
    params: endpoint.params && decodeParams(endpoint.params, wire.params),
    query: endpoint.query && decodeQuery(endpoint.query, wire.query),
    body: endpoint.body && decodeBody(endpoint, endpoint.body, wire.body),
  };
  const result = await handler(input as never, context);
  return z.encode(endpoint.response, result as never);
}

/**
 * Names a reading call by what it understands of its address: unknown keys and other spellings of the same make no
 * difference. Throws what the call itself would.
 */
export function buildCacheKey(name: string, endpoint: Endpoint, wire: WireInput): string {
  const query = endpoint.query && decodeQuery(endpoint.query, wire.query);
  const canonical = endpoint.query ? Object.entries(z.encode(endpoint.query, query as never) as object) : [];
  const given = canonical.filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([name, Object.values(wire.params ?? {}), given]);
}

/** True for a call that searches the catalog. */
export function isSearch({ searchParam }: Endpoint, query: unknown): boolean {
  const value = searchParam && (query as Record<string, unknown> | undefined)?.[searchParam];
  return value !== undefined && String(value) !== '';
}

/** An address that cannot name anything names nothing. */
function decodeParams(schema: z.ZodType, value: unknown): unknown {
  const decoded = z.safeDecode(schema, value as never);
  if (!decoded.success) throw new Problem('NOT_FOUND', 'Not found.');
  return decoded.data;
}

function decodeQuery(schema: z.ZodType, value: unknown): unknown {
  const query = (value ?? {}) as Record<string, unknown>;
  refuseBracketKeys(schema, query);
  const decoded = z.safeDecode(schema, query as never);
  if (!decoded.success) throw validationProblem(decoded.error);
  return decoded.data;
}

/** `search[]=x` and `search[a]=x` look like filters but would be ignored: say so instead. */
function refuseBracketKeys(schema: z.ZodType, query: Record<string, unknown>): void {
  if (!(schema instanceof z.ZodObject)) return;
  for (const key of Object.keys(query)) {
    const name = key.split('[', 1)[0] ?? '';
    if (key.includes('[') && Object.hasOwn(schema.shape, name)) {
      throw new Problem('VALIDATION_ERROR', `Repeat the key "${name}" instead of using brackets.`, {
        errors: [{ field: name, message: 'Brackets are not understood' }],
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

/** A refusal must not be many times the size of what was sent. */
const maxErrors = 100;

function validationProblem(error: z.ZodError, fieldProblems: Endpoint['fieldProblems'] = {}): Problem {
  const errors: FieldError[] = error.issues.slice(0, maxErrors).map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message,
  }));
  const first = error.issues[0];
  const message = errors[0]?.message ?? 'The input is not valid.';
  const whole = first?.path.length === 1 ? fieldProblems[String(first.path[0])] : undefined;
  return new Problem(whole ?? 'VALIDATION_ERROR', message, { errors });
}
