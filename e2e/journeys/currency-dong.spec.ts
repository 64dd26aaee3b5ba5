import { chooseCurrency, type SaleInCurrency, sellAndRefund } from './currency-journey.ts';
import { test } from './own-shop.ts';

test.use({ shopName: 'dong' });

const sale: SaleInCurrency = {
  ...{ country: 'Vietnam', code: 'VND', format: 'de-DE', price: 3_990_000, shown: '3.990.000 ₫' },
  ...{ lower: '2.500.000', fine: '3990000.5' },
  rates: { threshold: '20.000.000', standard: '30000', express: '60000' },
  // 7,980,000 with 8% tax, which is 638,400, and 30,000.
  ...{ total: '8.648.400 ₫', refund: '4.309.200 ₫' },
};

test('a new shop sells and refunds in đồng with amounts of millions', {
  tag: ['@setup', '@orders', '@payments', '@settings'],
}, async ({ page, shop }) => {
  await chooseCurrency({ page, shop, sale });
  await sellAndRefund({ page, shop, sale });
});
