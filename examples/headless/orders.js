import { call } from './api.js';
import { field, form, make, price, totals } from './elements.js';
import { accessTo, keepOrderToken } from './store.js';

const isUnpaid = ({ status, paymentStatus }) =>
  status !== 'cancelled' && (paymentStatus === 'unpaid' || paymentStatus === 'started');

/** An order of a customer or a guest, and the form that pays it. */
export async function orderPage({ id }, _query, reload) {
  const access = accessTo(id);
  const { order } = await call('GET', `/orders/${encodeURIComponent(id)}`, access);
  const items = order.items.map(({ product, quantity, lineTotal }) =>
    make('li', {}, `${quantity} × ${product.name}, ${price(lineTotal)}`),
  );
  return [
    make('h1', {}, `Order ${order.orderNumber}`),
    make(
      'p',
      { class: 'state' },
      isUnpaid(order) ? 'Waiting for payment' : `${order.status}, ${order.paymentStatus}`,
    ),
    make('ul', {}, items),
    totals(order),
    isUnpaid(order) ? await payment(order, access, reload) : null,
  ];
}

/** Pays by the processor of the shop. Its own checkout also takes payments by Stripe's form. */
async function payment(order, access, reload) {
  const { settings } = await call('GET', '/settings/public');
  const start = (paymentPage) =>
    call('POST', '/payments/create-payment-intent', {
      ...access,
      body: { orderId: order.id, amount: order.total, paymentPage },
    });
  const payOn = ({ name }) =>
    form([], `Pay by ${name}`, async () => {
      location.assign((await start(name)).paymentPage);
    });
  if (settings.paymentPages.length > 0) return make('div', {}, settings.paymentPages.map(payOn));
  if (settings.paymentProcessor !== 'test')
    return make('p', {}, 'This example takes test payments only. Pay by the link in the mail of your order.');
  const cards = [
    ['pm_card_visa', 'A card that works'],
    ['pm_card_chargeDeclined', 'A card that is declined'],
  ];
  const choice = make(
    'select',
    { name: 'card' },
    cards.map(([value, text]) => make('option', { value }, text)),
  );
  return form([make('label', {}, 'Test card', choice)], `Pay ${price(order.total)}`, async ({ card }) => {
    const { clientSecret, paymentIntentId } = await start(null);
    await call('POST', '/payments/test-processor/confirm', { body: { clientSecret, card } });
    await call('POST', '/payments/confirm-payment', {
      ...access,
      body: { orderId: order.id, paymentIntentId },
    });
    await reload();
  });
}

/** Finds an order by its number and email address. */
export async function trackPage() {
  const result = make('div', { 'aria-live': 'polite' });
  const fields = [field('Order number', 'number'), field('Email', 'email', { type: 'email' })];
  const track = async ({ number, email }) => {
    const path = `/tracking/${encodeURIComponent(number.trim())}?${new URLSearchParams({ email })}`;
    const found = await call('GET', path);
    if (found.order) keepOrderToken(found.order.id, found.accessToken);
    const steps = (found.timeline ?? []).filter(({ completed }) => completed);
    result.replaceChildren(
      make('h2', {}, found.message ?? `Order ${found.orderNumber ?? number}: ${found.status}`),
      make(
        'ul',
        {},
        steps.map(({ description }) => make('li', {}, description)),
      ),
      found.order ? make('a', { href: `#/orders/${found.order.id}` }, 'Open the order') : '',
    );
  };
  return [make('h1', {}, 'Track an order'), form(fields, 'Track', track), result];
}
