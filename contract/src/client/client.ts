import { z } from 'zod';
import type { CallInput, CallOutput, Endpoint, EndpointTable } from '../endpoint.ts';
import { Problem } from '../problem.ts';
import { validationMessage } from '../validation/validation-messages.ts';
import { validationProblem } from '../validation/validation-problem.ts';

/** Call encoded for the wire. */
export type WireCall = {
  /** Path below the API base with its parameters. */
  path: string;
  query: Record<string, string | string[]>;
  body: unknown;
};

export type CallOptions = {
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
  /** Access token of a guest's order. */
  orderToken?: string | undefined;
};

/** Sends one call and returns the encoded `data`; throws a Problem for an error response. */
export type Transport = (
  name: string,
  endpoint: Endpoint,
  call: WireCall,
  options: CallOptions,
) => Promise<unknown>;

type HasNoRequiredInput<E extends Endpoint> = E extends { params: z.ZodType }
  ? false
  : E extends { body: z.ZodType }
    ? false
    : true;

export type Client<T extends EndpointTable> = {
  [K in keyof T]: HasNoRequiredInput<T[K]> extends true
    ? (input?: CallInput<T[K]>, options?: CallOptions) => Promise<CallOutput<T[K]>>
    : (input: CallInput<T[K]>, options?: CallOptions) => Promise<CallOutput<T[K]>>;
};

/** Returns one function per endpoint, with decoded inputs and results (minor units of money, not major ones). */
export function createClient<T extends EndpointTable>(table: T, transport: Transport): Client<T> {
  const client: Record<string, unknown> = {};
  for (const [name, endpoint] of Object.entries(table)) {
    client[name] = async (input: LooseInput = {}, options: CallOptions = {}) => {
      return decodeResponse(endpoint, await transport(name, endpoint, encodeCall(endpoint, input), options));
    };
  }
  return client as Client<T>;
}

export type LooseInput = { params?: unknown; query?: unknown; body?: unknown };

/** Encodes a call for the wire; throws VALIDATION_ERROR for input that the shop would reject. */
export function encodeCall(endpoint: Endpoint, input: LooseInput): WireCall {
  const { params, query, body } = encodeInput(endpoint, input);
  return { path: fillPath(endpoint.path, params), query, body };
}

/** Encodes the values of a call, each apart; throws VALIDATION_ERROR. */
export function encodeInput({ params, query, body }: Endpoint, input: LooseInput) {
  return {
    params: params ? (encode(params, input.params ?? {}) as Record<string, string>) : {},
    query: dropEmpty(query ? (encode(query, input.query ?? {}) as Record<string, unknown>) : {}),
    body: body ? encode(body, input.body) : undefined,
  };
}

/** Messages are named for each call, because the client package does not change Zod's configuration. */
const messages = () => ({ error: validationMessage });

function encode(schema: z.ZodType, value: unknown): unknown {
  const encoded = z.safeEncode(schema, value as never, messages());
  if (!encoded.success) throw validationProblem(encoded.error);
  return encoded.data;
}

/** Decodes the `data` of a response. Throws INTERNAL for data that this version of the contract does not know. */
export function decodeResponse({ response }: Endpoint, data: unknown): never {
  const decoded = z.safeDecode(response, data as never, messages());
  if (decoded.success) return decoded.data as never;
  const { message, errors } = validationProblem(decoded.error);
  throw new Problem('INTERNAL', `The response of the shop could not be read: ${message}`, {
    errors,
    cause: decoded.error,
  });
}

function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function dropEmpty(query: Record<string, unknown>): Record<string, string | string[]> {
  const nonEmpty: Record<string, string | string[]> = {};
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') nonEmpty[key] = value as string | string[];
  }
  return nonEmpty;
}
