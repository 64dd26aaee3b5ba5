import { shopUrl } from './config.js';

/** Error of a call: `code` and `details` for programs, `message` for people. */
class Problem extends Error {
  constructor(code, message, details = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Calls the API and returns the `data` of its answer; throws a Problem. */
export async function call(method, path, { body, token, orderToken, key } = {}) {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(orderToken && { 'x-order-token': orderToken }),
    ...(key && { 'idempotency-key': key }),
  };
  const init = { method, headers, body: body && JSON.stringify(body) };
  let response;
  try {
    response = await fetch(`${shopUrl}/api${path}`, init);
  } catch {
    throw new Problem('UNAVAILABLE', 'The shop did not respond. Try again in a moment.');
  }
  const answer = await response.json().catch(() => null);
  if (answer?.success) return answer.data;
  const message = answer?.message ?? `HTTP error! status: ${response.status}`;
  throw new Problem(answer?.code ?? 'UNAVAILABLE', message, answer?.details);
}

/** Returns the complete address of an image: the shop names its own by their path. */
export const imageUrl = (address) => (address?.startsWith('/') ? shopUrl + address : address);
