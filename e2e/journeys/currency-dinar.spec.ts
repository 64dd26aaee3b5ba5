import { chooseCurrency, type SaleInCurrency, sellAndRefund } from './currency-journey.ts';
import { test } from './own-shop.ts';

test.use({ shopName: 'dinar' });

const sale: SaleInCurrency = {
  ...{ country: 'Kuwait', code: 'KWD', format: 'en-GB', price: 149.5, shown: 'KWD 149.500' },
  ...{ lower: '100', fine: '149.505' },
  rates: { threshold: '1000', standard: '4.9', express: '9.900' },
  // 299.000 with 8% tax, which is 23.920, and 4.900.
  ...{ total: 'KWD 327.820', refund: 'KWD 161.460' },
};

test('a new shop sells and refunds in Kuwaiti dinars with three decimals', {
  tag: ['@setup', '@orders', '@payments', '@settings'],
}, async ({ page, shop }) => {
  await chooseCurrency({ page, shop, sale });
  await sellAndRefund({ page, shop, sale });
});
