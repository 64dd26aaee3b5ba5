import { z } from 'zod';
import type { CallInput, CallOutput, Endpoint, EndpointTable } from '../endpoint.ts';

/** Call encoded for the wire. */
export type WireCall = {
  /** Path below the API base with its parameters. */
  path: string;
  query: Record<string, string | string[]>;
  body: unknown;
};

export type CallOptions = { signal?: AbortSignal; idempotencyKey?: string; orderToken?: string };

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

/** Returns one function per endpoint, with decoded inputs and results (cents, not dollars). */
export function createClient<T extends EndpointTable>(table: T, transport: Transport): Client<T> {
  const client: Record<string, unknown> = {};
  for (const [name, endpoint] of Object.entries(table)) {
    client[name] = async (input: LooseInput = {}, options: CallOptions = {}) => {
      const data = await transport(name, endpoint, encodeCall(endpoint, input), options);
      return z.decode(endpoint.response, data as never);
    };
  }
  return client as Client<T>;
}

export type LooseInput = { params?: unknown; query?: unknown; body?: unknown };

/** Encodes a call for the wire. */
export function encodeCall(endpoint: Endpoint, input: LooseInput): WireCall {
  const { params, query, body } = encodeInput(endpoint, input);
  return { path: fillPath(endpoint.path, params), query, body };
}

/** Encodes the values of a call, each apart. */
export function encodeInput(endpoint: Endpoint, input: LooseInput) {
  return {
    params: endpoint.params ? (z.encode(endpoint.params, input.params) as Record<string, string>) : {},
    query: dropEmpty(
      endpoint.query ? (z.encode(endpoint.query, input.query ?? {}) as Record<string, unknown>) : {},
    ),
    body: endpoint.body ? z.encode(endpoint.body, input.body) : undefined,
  };
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
