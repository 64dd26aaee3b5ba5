import type { CallOptions, WireCall } from '@reprise/contract/client/client';
import { callHeaders, callUrl, readResponse } from '@reprise/contract/client/http';
import type { Endpoint } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';

export type RepriseOptions = {
  /** Address of the shop, such as "https://shop.example.com". */
  url: string;
  /** API token or the token of a sign-in; a function is called before each request. */
  token?: string | (() => string | undefined) | undefined;
  /** Time limit of a call in ms; downloads and uploads have none. */
  timeoutMs?: number | undefined;
  fetch?: typeof fetch | undefined;
};

/** Request of a call, encoded. */
export type EncodedCall = {
  endpoint: Endpoint;
  call: WireCall;
  /** Files of an upload, instead of JSON. */
  form?: FormData;
  options: CallOptions;
};

/** A shop and who calls it; the first argument of every call. */
export type Reprise = {
  /** Address of the shop, without a slash at its end. */
  url: string;
  /** Sends a call and returns its `data`. */
  send: (request: EncodedCall) => Promise<unknown>;
  /** Sends a call without a time limit and returns the response. */
  fetchFile: (request: EncodedCall) => Promise<Response>;
};

/** Names the shop that the calls are sent to. Sends nothing. */
export function createReprise({ url, token, timeoutMs = 20_000, ...options }: RepriseOptions): Reprise {
  const base = baseOf(url);
  const request = async (
    { endpoint, call, form, options: callOptions }: EncodedCall,
    signal: AbortSignal | null,
  ) => {
    const json = call.body === undefined ? null : JSON.stringify(call.body);
    const headers = headersOf({
      ...(json !== null && { 'content-type': 'application/json' }),
      ...callHeaders(typeof token === 'function' ? token() : token, callOptions),
    });
    const init = { method: endpoint.method, headers, body: form ?? json, signal };
    try {
      return await (options.fetch ?? fetch)(callUrl(`${base}/api`, call), init);
    } catch (cause) {
      throw noResponse(cause, callOptions.signal);
    }
  };
  const fetchFile = async (encoded: EncodedCall) => {
    const response = await request(encoded, encoded.options.signal ?? null);
    if (!response.ok) await readResponse(response);
    return response;
  };
  return {
    url: base,
    fetchFile,
    send: async (encoded) => {
      if (encoded.form) return readResponse(await fetchFile(encoded));
      const limit = AbortSignal.timeout(timeoutMs);
      const { signal } = encoded.options;
      return readResponse(await request(encoded, signal ? AbortSignal.any([signal, limit]) : limit));
    },
  };
}

function baseOf(url: string): string {
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url.replace(/\/+$/, '');
  throw new Problem('VALIDATION_ERROR', 'Enter the address of the shop, such as https://shop.example.com.');
}

/** Throws a Problem for a header that cannot be sent: a token read from a file often ends with a line break. */
function headersOf(values: Record<string, string>): Headers {
  try {
    return new Headers(values);
  } catch (cause) {
    throw new Problem('VALIDATION_ERROR', 'A token or key contains characters that cannot be sent.', {
      cause,
    });
  }
}

/** Returns UNAVAILABLE for a call without a response; a call that its caller aborted throws what it was aborted with. */
function noResponse(cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  return new Problem('UNAVAILABLE', 'The shop did not respond.', { cause });
}
