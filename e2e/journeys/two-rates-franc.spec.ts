import { test } from './own-shop.ts';
import { sellAtTwoRates } from './two-rates-journey.ts';

test.use({ shopName: 'two-rates-franc', viewport: { width: 390, height: 844 } });

test('an order in francs with 8.1 % and 2.6 % is sold, refunded, edited and cancelled to the rappen', {
  tag: ['@orders', '@payments', '@settings'],
}, async ({ page, shop, newVisitor }) => {
  const sale = {
    ...{ country: 'Switzerland', code: 'CHF', format: 'de-CH', city: 'Bern', postcode: '3011' },
    rates: { threshold: '1000', standard: '8.95', express: '14.95' },
    ...{ standard: '8.1', reduced: '2.6', device: 219.9, book: 34.75 },
    // 448.75 has 33.63 of 8.1%, 104.25 has 2.64 of 2.6%.
    ...{ total: 'CHF 553.00', tax: 'CHF 36.27' },
    taxes: ['Tax in the total (8.1% of CHF 415.12)', 'Tax in the total (2.6% of CHF 101.61)'] as [
      string,
      string,
    ],
    ...{ refund: 'CHF 219.90', edit: 'CHF 34.75', cancellation: 'CHF 298.35' },
    paid: [553, 333.1, 298.35, 0],
    left: [
      [33.63, 2.64],
      [17.15, 2.64],
      [17.15, 1.76],
      [0, 0],
    ] as [number, number][],
  };
  await sellAtTwoRates({ page, shop, visitor: await newVisitor(), sale });
});
