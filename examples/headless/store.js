import { call } from './api.js';

// What this browser remembers: the cart, the session of a customer and the tokens of guest orders.

const read = (name, fallback) => JSON.parse(localStorage.getItem(name) ?? 'null') ?? fallback;
const write = (name, value) => localStorage.setItem(name, JSON.stringify(value));

/** Items of the cart: `{ product, quantity }`. */
export const cart = () => read('cart', []);

/** Stores the cart here and, for a customer, in the account. */
export async function saveCart(items) {
  write('cart', items);
  document.dispatchEvent(new Event('cart'));
  const { token } = session();
  if (token) await call('PUT', '/cart', { token, body: { items } });
}

export async function addToCart(product) {
  const items = cart();
  const item = items.find((one) => one.product === product);
  if (item) item.quantity += 1;
  else items.push({ product, quantity: 1 });
  await saveCart(items);
}

/** `{ token, user }` of a customer; empty for a visitor. */
export const session = () => read('session', {});

/** Keeps the session and brings the carts of browser and account together. */
export async function enter({ token, user }) {
  write('session', { token, user });
  const { lines } = await call('GET', '/cart', { token });
  const items = cart();
  for (const { productId, quantity } of lines) {
    if (!items.some(({ product }) => product === productId)) items.push({ product: productId, quantity });
  }
  await saveCart(items);
}

/** Ends the session; also forgets it if the shop already has. */
export async function leave() {
  const { token } = session();
  localStorage.removeItem('session');
  localStorage.removeItem('cart');
  document.dispatchEvent(new Event('cart'));
  await call('POST', '/auth/logout', { token });
}

/** Returns what a call needs to read an order: the token of the customer and that of a guest order. */
export function accessTo(orderId) {
  return { token: session().token, orderToken: read('orderTokens', {})[orderId] };
}

export function keepOrderToken(orderId, accessToken) {
  if (accessToken) write('orderTokens', { ...read('orderTokens', {}), [orderId]: accessToken });
}

/** Key of the order being placed: sent again after a lost answer, it is placed once. */
export function orderKey(body) {
  const content = JSON.stringify(body);
  const stored = read('orderKey', {});
  if (stored.content === content) return stored.key;
  const key = crypto.randomUUID();
  write('orderKey', { content, key });
  return key;
}

export const forgetOrderKey = () => localStorage.removeItem('orderKey');
