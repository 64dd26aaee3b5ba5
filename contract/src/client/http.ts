import { hasFlatDetails, isProblemCode, Problem } from '../problem.ts';
import type { CallOptions, WireCall } from './client.ts';

/** Returns the address of a call below the base of the API. */
export function callUrl(base: string, { path, query }: WireCall): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) parameters.append(key, item);
  }
  const search = parameters.toString();
  return `${base}${path}${search && `?${search}`}`;
}

/** Returns the headers of a call with a token or without. */
export function callHeaders(token: string | null | undefined, options: CallOptions): Record<string, string> {
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
    ...(options.orderToken && { 'x-order-token': options.orderToken }),
  };
}

type Answer = {
  success?: boolean;
  data?: unknown;
  message?: string;
  code?: string;
  errors?: Problem['errors'];
  details?: Problem['details'];
  requestId?: string;
};

/**
 * Returns the `data` of a success; throws a Problem for an error, also for a non-API response such as a
 * proxy's page.
 */
export async function readResponse(response: Response): Promise<unknown> {
  const answer = (await response.json().catch(() => null)) as Answer | null;
  if (response.ok && answer?.success) return answer.data;
  const code = isProblemCode(answer?.code)
    ? answer.code
    : response.status >= 500
      ? 'UNAVAILABLE'
      : 'INTERNAL';
  const retryAfter = Number(response.headers.get('retry-after'));
  throw new Problem(code, answer?.message || `HTTP error! status: ${response.status}`, {
    errors: answer?.errors,
    details: answer && hasFlatDetails(code) ? answer : answer?.details,
    requestId: answer?.requestId,
    ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }),
  });
}
