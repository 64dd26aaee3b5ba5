import { z } from 'zod';
import type { Permission } from './permissions.ts';
import type { ProblemCode } from './problem.ts';
import { reference } from './wire.ts';

/**
 * Access level. `public` ignores an invalid token; `visitor` accepts no token but rejects an invalid one; `customer`
 * requires a signed-in user; `admin` requires the permission of the endpoint.
 */
export type Access = 'public' | 'visitor' | 'customer' | 'admin';

/** Rate limit class; the server defines the limits. */
export type RateClass =
  | 'read'
  /** Page that is not cached and has to be rendered. */
  | 'page'
  /** Uncached catalog search, for a page or a call. */
  | 'search'
  | 'suggestion'
  /** Content Security Policy violation report of a browser. */
  | 'report'
  /** Search or click that a shopper's browser reports. */
  | 'event'
  | 'write'
  | 'signIn'
  | 'signUp'
  | 'recovery'
  | 'message'
  | 'lookup'
  | 'upload'
  | 'webhook';

type EndpointShape = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the API base, with `:name` parameters. */
  path: string;
  summary: string;
  rate: RateClass;
  /** Query key that makes the call count as a catalog search. */
  searchParam?: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Passes the raw body with its signature header. */
  rawBody?: { signatureHeader: string };
  /** Ignores any body, including the form of one-click unsubscribe requests. */
  ignoresBody?: boolean;
  /** The path contains a credential, or names an order of the caller; it is looked up before the body is read. */
  credentialInPath?: true;
  /** Multipart body: field name, maximum number of files, and maximum size of each if not an image. */
  upload?: { field: string; maxFiles: number; maxBytes?: number };
  /** Problem code for a missing or invalid top-level field of the body. */
  fieldProblems?: Record<string, ProblemCode>;
  /**
   * Requires a sign-in or step-up in the last ten minutes, else 403; checked after access, before the body is read.
   * `factor`: by a second factor if the account has one, else by the password typed after the sign-in.
   */
  stepUp?: true | 'factor';
  /** Takes the Idempotency-Key header. */
  idempotent?: boolean;
  /** Media type of a file response; `response` is then `fileResponse`. */
  file?: 'text/csv' | 'application/octet-stream' | 'application/pdf' | 'image/webp';
  /** Schema of `data`; other fields never leave the server. */
  response: z.ZodType;
  status?: 200 | 201;
  /** Message in addition to `data`. */
  message?: string;
};

/** An admin endpoint without a permission fails the type check: deny by default. */
export type Endpoint = EndpointShape &
  ({ access: 'admin'; needs: Permission } | { access: Exclude<Access, 'admin'>; needs?: undefined });

export type EndpointTable = Record<string, Endpoint>;

/** Checks the shape of an endpoint table and preserves its exact types. */
export function endpoints<const T extends EndpointTable>(table: T): T {
  return table;
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** Decoded parts of a call: money in cents, numbers as numbers. Omits parts that the endpoint lacks. */
export type CallInput<E extends Endpoint> = (E extends { params: z.ZodType }
  ? { params: Output<E['params']> }
  : { params?: undefined }) &
  (E extends { query: z.ZodType } ? { query?: Output<E['query']> } : { query?: undefined }) &
  (E extends { body: z.ZodType } ? { body: Output<E['body']> } : { body?: undefined });

export type CallOutput<E extends Endpoint> = Output<E['response']>;

/** Streamed file; only one chunk is in memory at a time. */
export type FileResponse = {
  name: string;
  pieces: AsyncIterable<string | Uint8Array>;
  /** Length of the file, if it is known. */
  bytes?: number;
};
export const fileResponse = z.custom<FileResponse>();

export const nothing = z.object({}).meta({ id: 'Nothing' });

export const idParams = z.object({ id: reference });
