import { chooseCurrency, type SaleInCurrency, sellAndRefund } from './currency-journey.ts';
import { test } from './own-shop.ts';

test.use({ shopName: 'yen' });

const sale: SaleInCurrency = {
  ...{ country: 'Japan', code: 'JPY', format: 'ja-JP', price: 14_980, shown: '￥14,980' },
  ...{ lower: '10,000', fine: '14980.5' },
  rates: { threshold: '100000', standard: '550', express: '990' },
  // 29,960 with 8% tax, which is 2,397 rounded half up, and 550.
  ...{ total: '￥32,907', refund: '￥16,179' },
};

test('a new shop sells and refunds in yen without decimals or a dollar anywhere', {
  tag: ['@setup', '@orders', '@payments', '@settings'],
}, async ({ page, shop }) => {
  await chooseCurrency({ page, shop, sale });
  await sellAndRefund({ page, shop, sale });
});
