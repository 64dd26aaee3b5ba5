import { cents } from '@reprise/contract/money';
import type { IntroducedMail } from '@reprise/contract/operations/mail-introductions';
import type { MailContent } from '../templates/mail-content.ts';

const envelope = { eventKey: 'example', to: 'ada@example.com' };
const link = 'https://example.com/#example';

const order = {
  orderNumber: 'MJ-EXAMPLE',
  items: [
    {
      product: { name: 'iPhone 13 128 GB', brand: 'Apple', condition: 'excellent' as const },
      quantity: 1,
      lineTotal: cents(49_900),
    },
  ],
  subtotal: cents(49_900),
  shipping: cents(0),
  tax: cents(3992),
  total: cents(53_892),
  shippingAddress: {
    name: 'Ada Lovelace',
    firstName: 'Ada',
    address: '12 Harbor Street',
    city: 'Portland',
    state: 'OR',
    zipCode: '97201',
    country: 'United States',
  },
  paymentStatus: 'paid',
  paymentMethod: 'card' as const,
  carrier: 'UPS',
  trackingNumber: '1Z999AA10123456784',
  estimatedDelivery: '2026-12-02T12:00:00.000Z',
  latestDelivery: '2026-12-08T12:00:00.000Z',
};
const product = { name: 'iPhone 13 128 GB', slug: 'example', price: cents(49_900) };

/** Returns a mail with invented data for a preview. */
export function exampleMail(kind: IntroducedMail): MailContent {
  switch (kind) {
    case 'order-refunded':
      return { kind, ...envelope, order, refund: cents(10_000) };
    case 'password-reset':
    case 'invitation':
    case 'verify-email':
      return { kind, ...envelope, name: 'Ada Lovelace', link };
    case 'back-in-stock':
    case 'price-drop':
      return { kind, ...envelope, product };
    case 'newsletter': {
      const deal = { ...product, image: null, condition: 'excellent' as const, originalPrice: cents(69_900) };
      return { kind, ...envelope, deals: [deal], asOf: '2026-12-02T12:00:00.000Z', unsubscribeLink: link };
    }
    case 'support-received':
      return { kind, ...envelope };
    case 'support-reply':
      return {
        kind,
        ...envelope,
        orderNumber: null,
        hasAccount: false,
        message: 'Yes, it comes with a charger.',
      };
    default:
      return { kind, ...envelope, order };
  }
}
