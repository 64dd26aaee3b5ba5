import { call, imageUrl } from './api.js';
import { conditionOf, field, form, make, price, totals } from './elements.js';
import { cart, forgetOrderKey, keepOrderToken, orderKey, saveCart, session } from './store.js';

/** The cart as the shop computes it: prices, availability and totals are those of this moment. */
async function readCart() {
  return call('POST', '/cart/check', { body: { items: cart() } });
}

const empty = () => [
  make('h1', {}, 'Your cart is empty'),
  make('p', {}, make('a', { href: '#/' }, 'Look at the products')),
];

export async function cartPage(_params, _query, reload) {
  if (cart().length === 0) return empty();
  const { lines, figures } = await readCart();
  const change = async (productId, quantity) => {
    const items = cart().map((item) => (item.product === productId ? { ...item, quantity } : item));
    await saveCart(items.filter((item) => item.quantity > 0));
    await reload();
  };
  const rows = lines.map(({ productId, quantity, product, available, lineTotal }) => {
    const name = product?.name ?? 'No longer sold';
    return make(
      'li',
      { class: 'line' },
      product?.images[0] ? make('img', { src: imageUrl(product.images[0]), alt: '' }) : null,
      make(
        'div',
        {},
        make('strong', {}, name),
        product ? make('span', { class: 'muted' }, conditionOf(product)) : null,
        available < quantity ? make('span', { class: 'error' }, `${available} available`) : null,
      ),
      make('input', {
        type: 'number',
        min: 1,
        max: 1000,
        value: quantity,
        'aria-label': `Quantity of ${name}`,
        onchange: (event) => change(productId, Math.max(1, Number(event.target.value) || 1)),
      }),
      make('span', {}, price(lineTotal)),
      make('button', { class: 'plain', onclick: () => change(productId, 0) }, 'Remove'),
    );
  });
  const canBuy = lines.every(({ available, quantity }) => available >= quantity);
  return [
    make('h1', {}, 'Cart'),
    make('ul', { class: 'lines' }, rows),
    totals(figures),
    canBuy ? make('a', { class: 'button', href: '#/checkout' }, 'Check out') : null,
  ];
}

/** Places the order, for a guest or the customer who is signed in, and goes to its page, where it is paid. */
export async function checkoutPage() {
  if (cart().length === 0) return empty();
  let { figures } = await readCart();
  const amounts = make('div', {}, totals(figures));
  const { token, user } = session();
  const fields = [
    field('First name', 'firstName', { autocomplete: 'given-name' }),
    field('Last name', 'lastName', { autocomplete: 'family-name' }),
    field('Email', 'email', { type: 'email', autocomplete: 'email', value: user?.email }),
    field('Phone', 'phone', { type: 'tel', autocomplete: 'tel' }),
    field('Address', 'address', { autocomplete: 'street-address' }),
    field('City', 'city', { autocomplete: 'address-level2' }),
    field('State', 'state', { autocomplete: 'address-level1' }),
    field('ZIP code', 'zipCode', { autocomplete: 'postal-code' }),
    make(
      'label',
      {},
      'Country',
      make(
        'select',
        { name: 'country', autocomplete: 'country-name' },
        ['United States', 'Canada', 'United Kingdom'].map((country) => make('option', {}, country)),
      ),
    ),
  ];
  const place = async (shippingAddress) => {
    const body = { items: cart(), shippingAddress, paymentMethod: 'card', total: figures.total };
    const { order, accessToken } = await call('POST', '/orders', { body, token, key: orderKey(body) }).catch(
      (problem) => {
        // The tax of the address, or a price that changed: the next attempt agrees to the new amounts.
        if (problem.code === 'PRICE_CHANGED') {
          figures = problem.details;
          amounts.replaceChildren(totals(figures));
        }
        throw problem;
      },
    );
    keepOrderToken(order.id, accessToken);
    forgetOrderKey();
    await saveCart([]);
    location.hash = `#/orders/${order.id}`;
  };
  return [make('h1', {}, 'Checkout'), amounts, form(fields, 'Place order', place)];
}
