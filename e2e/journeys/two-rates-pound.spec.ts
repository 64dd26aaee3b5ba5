import { test } from './own-shop.ts';
import { sellAtTwoRates } from './two-rates-journey.ts';

test.use({ shopName: 'two-rates-pound', viewport: { width: 390, height: 844 } });

test('an order in pounds with 20 % and 5 % is sold, refunded, edited and cancelled to the penny', {
  tag: ['@orders', '@payments', '@settings'],
}, async ({ page, shop, newVisitor }) => {
  const sale = {
    ...{ country: 'United Kingdom', code: 'GBP', format: 'en-GB', city: 'London', postcode: 'EC1Y 8SY' },
    rates: { threshold: '1000', standard: '3.95', express: '7.95' },
    ...{ standard: '20', reduced: '5', device: 189.95, book: 12.49 },
    // 383.85 has 63.98 of 20%, 37.47 has 1.78 of 5%.
    ...{ total: '£421.32', tax: '£65.76' },
    taxes: ['Tax in the total (20% of £319.87)', 'Tax in the total (5% of £35.69)'] as [string, string],
    ...{ refund: '£189.95', edit: '£12.49', cancellation: '£218.88' },
    paid: [421.32, 231.37, 218.88, 0],
    left: [
      [63.98, 1.78],
      [32.32, 1.78],
      [32.32, 1.19],
      [0, 0],
    ] as [number, number][],
  };
  await sellAtTwoRates({ page, shop, visitor: await newVisitor(), sale });
});
