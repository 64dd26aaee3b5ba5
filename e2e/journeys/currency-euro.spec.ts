import { chooseCurrency, type SaleInCurrency, sellAndRefund } from './currency-journey.ts';
import { test } from './own-shop.ts';

test.use({ shopName: 'euro' });

const sale: SaleInCurrency = {
  ...{ country: 'Germany', code: 'EUR', format: 'de-DE', price: 149.5, shown: '149,50 €' },
  ...{ lower: '99,95', fine: '149.505' },
  rates: { threshold: '1000', standard: '4,90', express: '9,90 €' },
  // 299.00 with 8% tax, which is 23.92, and 4.90.
  ...{ total: '327,82 €', refund: '161,46 €' },
};

test('a new shop sells and refunds in euros without a dollar anywhere', {
  tag: ['@setup', '@orders', '@payments', '@settings'],
}, async ({ page, shop }) => {
  await chooseCurrency({ page, shop, sale });
  await sellAndRefund({ page, shop, sale });
});
