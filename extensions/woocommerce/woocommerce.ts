import type { ExportRow } from '@reprise/extension/file-rows';
import { readTime } from '@reprise/extension/read-time';
import type { ExportedCustomer, ShopExports } from '@reprise/extension/shop-export';
import { readProducts } from './read-products.ts';

/** The export has no street. */
function readCustomer(row: ExportRow, timeZone: string): ExportedCustomer | string {
  if (row.cell('Username') === '') return 'This customer bought as a guest and has no account there';
  return {
    name: row.cell('Name'),
    phones: [row.cell('Billing Phone'), row.cell('Shipping Phone')],
    joinedAt: readTime(row.cell('Sign Up'), timeZone) ?? null,
    address: null,
    tags: [],
  };
}

const wooCommerce: ShopExports = {
  products: {
    telling: [['ID', 'Type', 'Name', 'Published', 'Regular price', 'Categories']],
    columns: [
      { name: 'Name', column: 'name' },
      { name: 'SKU', column: 'sku' },
      { name: 'Brands', column: 'brand' },
      { name: 'Categories', column: 'category' },
      { name: 'Sale price', column: 'price' },
      { name: 'Regular price', column: 'price' },
      { name: 'Stock', column: 'stockCount' },
      { name: 'Description', column: 'description' },
      { name: 'Short description', column: 'description' },
      { name: 'Is featured?', column: 'featured' },
      // The core, and the plugins for costs before it.
      { name: 'Cost of goods', column: 'unitCost' },
      { name: 'Meta: _wc_cog_cost', column: 'unitCost' },
      { name: 'Meta: _alg_wc_cog_cost', column: 'unitCost' },
      { name: 'Weight (kg)', column: 'grams' },
      { name: 'Weight (g)', column: 'grams' },
      { name: 'Weight (lbs)', column: 'grams' },
      { name: 'Weight (oz)', column: 'grams' },
      { name: 'GTIN, UPC, EAN, or ISBN', column: 'gtins' },
    ],
    read: readProducts,
  },
  customers: {
    telling: ['Name', 'Username', 'Sign Up', 'Email', 'Total Spend'],
    title: 'WooCommerce (“Analytics, Customers, Download”) in English',
    read: readCustomer,
  },
  orders: {
    title: 'WooCommerce as the plugin Advanced Order Export writes them, in English',
    telling: [
      'Order Number',
      'Order Status',
      'Order Date',
      'Email (Billing)',
      'Item Name',
      'Order Total Amount',
    ],
    number: 'Order Number',
    email: 'Email (Billing)',
    name: (row) => `${row.cell('First Name (Billing)')} ${row.cell('Last Name (Billing)')}`.trim(),
    placedAt: 'Order Date',
    status: (row) => row.cell('Order Status').replace(/^wc-/, ''),
    item: { name: 'Item Name', sku: 'SKU', quantity: 'Quantity', price: 'Item Cost' },
    discount: 'Cart Discount Amount',
    shipping: 'Order Shipping Amount',
    tax: 'Order Total Tax Amount',
    total: 'Order Total Amount',
    refunded: 'Order Refund Amount',
  },
  // Its paths of products are those of this shop.
  productPaths: [],
};
export default wooCommerce;
