import { test } from './own-shop.ts';
import { sellAtTwoRates } from './two-rates-journey.ts';

test.use({ shopName: 'two-rates-euro', viewport: { width: 390, height: 844 } });

test('an order in euros with 19 % and 7 % is sold, refunded, edited and cancelled to the cent', {
  tag: ['@orders', '@payments', '@settings'],
}, async ({ page, shop, newVisitor }) => {
  const sale = {
    ...{ country: 'Germany', code: 'EUR', format: 'de-DE', city: 'Berlin', postcode: '10115' },
    rates: { threshold: '1000', standard: '4,90', express: '9,90' },
    ...{ standard: '19', reduced: '7', device: 149.99, book: 24.95 },
    // 304.88 has 48.68 of 19%, 74.85 has 4.90 of 7%.
    ...{ total: '379,73 €', tax: '53,58 €' },
    taxes: ['Tax in the total (19% of 256,20 €)', 'Tax in the total (7% of 69,95 €)'] as [string, string],
    ...{ refund: '149,99 €', edit: '24,95 €', cancellation: '204,79 €' },
    paid: [379.73, 229.74, 204.79, 0],
    left: [
      [48.68, 4.9],
      [24.73, 4.9],
      [24.73, 3.26],
      [0, 0],
    ] as [number, number][],
  };
  await sellAtTwoRates({ page, shop, visitor: await newVisitor(), sale });
});
