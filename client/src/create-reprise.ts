import { type AllEndpoints, allEndpoints } from '@reprise/contract/all-endpoints';
import {
  type CallOptions,
  type Client,
  createClient,
  encodeCall,
  type Transport,
  type WireCall,
} from '@reprise/contract/client/client';
import { callHeaders, callUrl, readResponse } from '@reprise/contract/client/http';
import type { CallInput, CallOutput, Endpoint } from '@reprise/contract/endpoint';
import type { WebhookEventType, webhookEventData } from '@reprise/contract/webhooks/events';
import { z } from 'zod';

export type { Product } from '@reprise/contract/catalog/product';
export type { CallOptions } from '@reprise/contract/client/client';
export { type Cents, cents, centsToDollars, dollarsToCents } from '@reprise/contract/money';
export type { Order } from '@reprise/contract/orders/order';
export { Problem, type ProblemCode, problemCodeOf } from '@reprise/contract/problem';
export type { Unit } from '@reprise/contract/units/unit';

/** Body of a webhook; amounts in it are in dollars, as on the wire. */
export type WebhookEvent = {
  [Type in WebhookEventType]: {
    type: Type;
    timestamp: string;
    data: z.input<(typeof webhookEventData)[Type]>;
  };
}[WebhookEventType];

type Named<Filter> = {
  [Name in keyof AllEndpoints]: AllEndpoints[Name] extends Filter ? Name : never;
}[keyof AllEndpoints];

type DownloadName = Named<{ file: string }>;
type UploadName = Named<{ upload: object }>;

export type RepriseOptions = {
  /** Address of the shop, such as "https://shop.example.com". */
  url: string;
  /** API token or the token of a sign-in; a function is asked before each call. */
  token?: string | (() => string | undefined);
  /** Time limit of a call in ms; downloads and uploads have none. */
  timeoutMs?: number;
  fetch?: typeof fetch;
};

export type Reprise = {
  /** A function for each call that sends and receives JSON. Amounts are in cents, times are ISO 8601 in UTC. */
  api: Client<Omit<AllEndpoints, DownloadName | UploadName | Named<{ rawBody: object }>>>;
  /** Returns the response with the file; throws a Problem for another one. */
  download: <Name extends DownloadName>(
    name: Name,
    input?: CallInput<AllEndpoints[Name]>,
    options?: CallOptions,
  ) => Promise<Response>;
  /** Sends files to a call that takes them. */
  upload: <Name extends UploadName>(
    name: Name,
    files: Blob | Blob[],
    input?: CallInput<AllEndpoints[Name]>,
    options?: CallOptions,
  ) => Promise<CallOutput<AllEndpoints[Name]>>;
};

/** Returns a client of a shop. Its functions throw a Problem for every answer that is no success. */
export function createReprise({ url, token, timeoutMs = 20_000, ...options }: RepriseOptions): Reprise {
  const base = `${url.replace(/\/$/, '')}/api`;
  const send = (
    { method }: Endpoint,
    call: WireCall,
    body: FormData | string | null,
    { signal, ...callOptions }: CallOptions,
  ) =>
    (options.fetch ?? fetch)(callUrl(base, call), {
      method,
      headers: {
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...callHeaders(typeof token === 'function' ? token() : token, callOptions),
      },
      body,
      signal: signal ?? null,
    });
  const transport: Transport = async (_name, endpoint, call, { signal, ...callOptions }) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    const limited = { ...callOptions, signal: signal ? AbortSignal.any([signal, limit]) : limit };
    return readResponse(await send(endpoint, call, body, limited));
  };
  return {
    api: createClient(allEndpoints, transport),
    download: async (name, input = {} as never, call = {}) => {
      const endpoint: Endpoint = allEndpoints[name];
      const response = await send(endpoint, encodeCall(endpoint, input), null, call);
      if (!response.ok) await readResponse(response);
      return response;
    },
    upload: async (name, files, input = {} as never, call = {}) => {
      const endpoint: Endpoint = allEndpoints[name];
      const form = new FormData();
      for (const file of [files].flat()) form.append(endpoint.upload?.field ?? 'file', file);
      const data = await readResponse(await send(endpoint, encodeCall(endpoint, input), form, call));
      return z.decode(endpoint.response, data as never) as never;
    },
  };
}
