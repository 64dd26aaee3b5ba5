import { allEndpoints } from '@reprise/contract/all-endpoints';
import { type CallOptions, createClient, encodeCall, type Transport } from '@reprise/contract/client/client';
import { callHeaders, callUrl, readResponse } from '@reprise/contract/client/http';
import type { CallInput, Endpoint } from '@reprise/contract/endpoint';
import { problemCodeOf } from '@reprise/contract/problem';
import { isWithoutInput } from '../browser/last-input.ts';
import { saveBlob } from '../browser/save-blob.ts';
import { authToken } from '../session/auth-store.ts';
import { endSession } from '../session/end-session.ts';
import { withStepUp } from '../session/with-step-up.ts';
import { apiBase } from './api-base.ts';

/**
 * API client of the browser, with the bearer token of the signed-in user. It includes the contract's schemas,
 * so the storefront imports it only when needed: `const { api } = await import('…/api/browser-api')`.
 */
const callLimitMs = 20_000;

/** The interface shows these as done at once, so they are sent with `keepalive` even if the page is left. */
const keepaliveCalls = new Set(['addToWishlist', 'removeFromWishlist', 'saveCart']);

const backgroundCalls = new Set(['getMe', 'getCart', 'saveCart']);

/** A call that needs recent re-authentication is repeated unchanged once the user has re-authenticated. */
const fetchTransport: Transport = (...call) => withStepUp(() => sendCall(...call));

const sendCall: Transport = async (name, endpoint, call, options) => {
  const limit = AbortSignal.timeout(callLimitMs);
  const token = authToken();
  const response = await fetch(callUrl(apiBase, call), {
    method: endpoint.method,
    headers: {
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      ...callHeaders(token, options),
      ...backgroundHeader(endpoint),
    },
    body: call.body === undefined ? null : JSON.stringify(call.body),
    keepalive: keepaliveCalls.has(name),
    signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
  });
  try {
    return await readResponse(response);
  } catch (error) {
    // A 401 is expected for getMe and background cart sync; for any other call it ends the session.
    const isUnauthenticated = problemCodeOf(error) === 'UNAUTHENTICATED';
    if (isUnauthenticated && token !== null && !backgroundCalls.has(name)) endSession(token);
    throw error;
  }
};

export const api = createClient(allEndpoints, fetchTransport);

/**
 * Downloads a file with the signed-in user's rights and saves it. There is no time limit, and an interrupted
 * download is not saved.
 */
export async function saveFile<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<void> {
  const response = await fetchFile(endpoint, input);
  saveBlob(fileNameOf(response.headers.get('content-disposition') ?? ''), await response.blob());
}

/** Returns the response with a file, with the rights of the signed-in user or of an order's token; throws a Problem for another one. */
export function fetchFile<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Response> {
  return withStepUp(async () => {
    const response = await fetch(callUrl(apiBase, encodeCall(endpoint, input)), {
      headers: callHeaders(authToken(), options),
      signal: options.signal ?? null,
    });
    if (!response.ok) await readResponse(response);
    return response;
  });
}

function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'export.csv';
}

/**
 * Marks polls, so that they do not extend an idle administrator's session. Writes always count as activity.
 */
function backgroundHeader({ method }: Endpoint): Record<string, string> {
  return method === 'GET' && isWithoutInput() ? { 'x-background': '1' } : {};
}
