import { z } from 'zod';
import type { Permission } from './identity/permissions.ts';
import type { ProblemCode } from './problem.ts';
import { reference } from './wire.ts';

/**
 * Who may call. `public` ignores a bad token; `visitor` may come without one but not with a bad one;
 * `customer` needs any signed-in user; `admin` an administrator with the permission that the endpoint names.
 */
export type Access = 'public' | 'visitor' | 'customer' | 'admin';

/** How often one caller may call; the server holds the figures. */
export type RateClass =
  | 'read'
  /** A page that must be rendered. */
  | 'page'
  /** A search of the catalog that must be run, for a page or a call. */
  | 'search'
  | 'suggestion'
  /** A browser's report of what a Content-Security-Policy refused. */
  | 'report'
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
  /** Below the API's base, with `:name` for parameters. */
  path: string;
  summary: string;
  rate: RateClass;
  /** The query key that makes a call a search of the catalog, which counts as one. */
  searchParam?: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body is handed on as it came, with the header that signs it. */
  rawBody?: { signatureHeader: string };
  /** Whatever body comes is left unread, a form too: programs of mail services send one. */
  ignoresBody?: boolean;
  /** Multipart instead of a JSON body: the field's name, how many files it may hold, and how large each may be
   * where it is not a picture. */
  upload?: { field: string; maxFiles: number; maxBytes?: number };
  /** The code of the refusal when a top-level field of the body as a whole is missing or wrong. */
  fieldProblems?: Record<string, ProblemCode>;
  /** Needs a proof of identity that is at most ten minutes old: a sign-in, or `POST /auth/step-up`. Checked after
   * access and before the body is read; without it 403 STEP_UP_REQUIRED. */
  stepUp?: true;
  /** Takes the Idempotency-Key header. */
  idempotent?: boolean;
  /** The answer is a file of this type instead of JSON; then `response` is `fileAnswer`. */
  file?: 'text/csv';
  /** The shape of `data` in the answer; what it does not name never leaves the server. */
  response: z.ZodType;
  status?: 200 | 201;
  /** A sentence beside `data`. */
  message?: string;
};

/** An administrator's endpoint names its permission, or the type check fails: no role reaches it by default. */
export type Endpoint = EndpointShape &
  ({ access: 'admin'; needs: Permission } | { access: Exclude<Access, 'admin'>; needs?: undefined });

export type EndpointTable = Record<string, Endpoint>;

/** Keeps the exact types of a table while checking its shape. */
export function endpoints<const T extends EndpointTable>(table: T): T {
  return table;
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The parts of a call, decoded: money in cents, numbers as numbers. Parts an endpoint lacks are left out. */
export type CallInput<E extends Endpoint> = (E extends { params: z.ZodType }
  ? { params: Output<E['params']> }
  : { params?: undefined }) &
  (E extends { query: z.ZodType } ? { query?: Output<E['query']> } : { query?: undefined }) &
  (E extends { body: z.ZodType } ? { body: Output<E['body']> } : { body?: undefined });

export type CallOutput<E extends Endpoint> = Output<E['response']>;

/** A file that is written while it is sent: however long, only a piece of it is held at a time. */
export type FileAnswer = { name: string; pieces: AsyncIterable<string> };
export const fileAnswer = z.custom<FileAnswer>();

export const nothing = z.object({}).meta({ id: 'Nothing' });

export const idParams = z.object({ id: reference });
