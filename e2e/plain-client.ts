/**
 * Client that knows only the documented API: paths, JSON, a bearer token. It shares no code with the shop, so it
 * fails when the shop's API changes.
 */
export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: untyped JSON of the response
  body: any;
};

type Options = {
  token?: string | undefined;
  body?: unknown;
  key?: string;
  orderToken?: string;
  /** Client address of the call, for a shop that trusts 127.0.0.1 as its proxy. */
  from?: string;
  headers?: Record<string, string>;
};

export async function call(
  base: string,
  method: string,
  path: string,
  { token, body, key, orderToken, from, headers }: Options = {},
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${base}/api${path}`, {
    method,
    headers: {
      ...(!isForm && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
      ...(orderToken && { 'x-order-token': orderToken }),
      ...(from && { 'x-forwarded-for': from }),
      ...headers,
    },
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  return { status: response.status, headers: response.headers, text, body: parsed };
}

export async function signIn(base: string, account: { email: string; password: string }): Promise<string> {
  const answer = await call(base, 'POST', '/auth/login', { body: account });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`);
  return answer.body.data.token;
}

/** Signs in and enters the password again, as adding a passkey or an API token requires. */
export async function signInAgain(
  base: string,
  account: { email: string; password: string },
): Promise<string> {
  const token = await signIn(base, account);
  const answer = await call(base, 'POST', '/auth/step-up', { token, body: { password: account.password } });
  if (answer.status !== 200) throw new Error(`step-up answered ${answer.status}: ${answer.text}`);
  return token;
}

/** Adds an owner through an invitation link, as a shop without a mail server does. */
export async function addOwner(
  base: string,
  token: string,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<string> {
  const added = await call(base, 'POST', '/users/users', { token, body: { name, email, role: 'admin' } });
  const { id } = added.body.data.user;
  const invited = await call(base, 'POST', `/users/users/${id}/invitation-link`, { token, body: {} });
  const invitation = new URLSearchParams(new URL(invited.body.data.link).hash.slice(1)).get('token');
  await call(base, 'POST', '/auth/reset-password', { body: { token: invitation, password } });
  return id;
}

export const address = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  phone: '555-0100',
  address: '1 Engine Street',
  city: 'Portland',
  state: 'OR',
  zipCode: '97201',
  country: 'United States',
};

export function orderOf(product: string, quantity = 1, email = address.email) {
  return {
    items: [{ product, quantity }],
    shippingAddress: { ...address, email },
    paymentMethod: 'card',
  };
}

/** Creates a category and a product with this stock; returns the product's id. */
export async function addProduct(base: string, token: string, stockCount: number): Promise<string> {
  const name = `Things ${crypto.randomUUID()}`;
  await call(base, 'POST', '/categories', { token, body: { name, description: 'For a test' } });
  const product = await call(base, 'POST', '/products', {
    token,
    body: { name: `Thing ${crypto.randomUUID()}`, price: 20, brand: 'Acme', category: name, stockCount },
  });
  if (product.status !== 201) throw new Error(`product answered ${product.status}: ${product.text}`);
  return product.body.data.product.id;
}
