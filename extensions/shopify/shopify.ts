import type { ShopExports } from '@reprise/extension/shop-export';
import { readCustomer } from './read-customer.ts';
import { readProducts } from './read-products.ts';

const shopify: ShopExports = {
  products: {
    // The column names of 2024, and those before.
    telling: [
      ['URL handle', 'Title', 'Option1 name', 'Price'],
      ['Handle', 'Title', 'Option1 Name', 'Variant Price'],
    ],
    columns: [
      { name: 'Title', column: 'name' },
      { name: 'Variant SKU', column: 'sku' },
      { name: 'SKU', column: 'sku' },
      { name: 'Vendor', column: 'brand' },
      { name: 'Type', column: 'category' },
      { name: 'Product Category', column: 'category' },
      { name: 'Variant Price', column: 'price' },
      { name: 'Price', column: 'price' },
      { name: 'Variant Compare At Price', column: 'originalPrice' },
      { name: 'Compare-at price', column: 'originalPrice' },
      { name: 'Variant Inventory Qty', column: 'stockCount' },
      { name: 'Inventory quantity', column: 'stockCount' },
      { name: 'Body (HTML)', column: 'description' },
      { name: 'Description', column: 'description' },
      { name: 'Cost per item', column: 'unitCost' },
      { name: 'Variant Grams', column: 'grams' },
      { name: 'Weight value (grams)', column: 'grams' },
      { name: 'Variant Barcode', column: 'gtins' },
      { name: 'Barcode', column: 'gtins' },
      { name: 'Google Shopping / Condition', column: 'condition' },
      { name: 'SEO Title', column: 'seoTitle' },
      { name: 'SEO Description', column: 'seoDescription' },
    ],
    read: readProducts,
  },
  customers: {
    telling: ['First Name', 'Last Name', 'Email', 'Total Spent', 'Total Orders'],
    title: 'Shopify (“Customers, Export”)',
    read: readCustomer,
  },
  orders: {
    title: 'Shopify (“Orders, Export”)',
    telling: ['Name', 'Email', 'Financial Status', 'Created at', 'Lineitem name', 'Total'],
    number: 'Name',
    email: 'Email',
    name: (row) => row.cell('Billing Name') || row.cell('Shipping Name'),
    placedAt: 'Created at',
    status: (row) =>
      row.cell('Cancelled at') !== ''
        ? 'cancelled'
        : [row.cell('Financial Status'), row.cell('Fulfillment Status')].filter(Boolean).join(', '),
    item: {
      name: 'Lineitem name',
      sku: 'Lineitem sku',
      quantity: 'Lineitem quantity',
      price: 'Lineitem price',
    },
    discount: 'Discount Amount',
    shipping: 'Shipping',
    tax: 'Taxes',
    total: 'Total',
    refunded: 'Refunded Amount',
  },
  productPaths: ['/products/:slug', '/collections/:collection/products/:slug'],
};
export default shopify;
