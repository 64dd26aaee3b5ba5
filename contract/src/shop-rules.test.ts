import { describe, expect, test } from 'vitest';
import { allEndpoints } from './all-endpoints.ts';
import { discountPercent } from './catalog/products/compared-prices.ts';
import { conditionLabels, conditions, defaultCondition } from './catalog/products/conditions.ts';
import {
  category,
  categoryInput,
  defaultWarranty,
  newProduct,
  product,
  warranty,
} from './catalog/products/product.ts';
import { skuPrefix } from './catalog/products/sku.ts';
import { lowStockBelow, stockLevel } from './catalog/products/stock.ts';
import { firstShipTo } from './countries.ts';
import { settings } from './foundations/settings.ts';
import { cents, formatMoney } from './money.ts';
import { credentials, registration } from './people/identity/sign-in.ts';
import { roles, user, userRecord, userStatuses } from './people/identity/user.ts';
import { newOrder, order, tracking } from './sales/orders/order.ts';
import { orderLine } from './sales/orders/order-line.ts';
import { orderStatuses, timelineSteps } from './sales/orders/order-status.ts';
import { percentOfBasisPoints, quote } from './sales/orders/pricing.ts';

// Rules of the specification, independent of any screen.

const rates = {
  freeShippingThreshold: cents(5000),
  standardShippingRate: cents(999),
  expressShippingRate: cents(1999),
  taxBasisPoints: 800,
  pricesIncludeTax: false,
};
const cart = (price: number, quantity = 1) => [{ price: cents(price), quantity }];

describe('order totals', () => {
  test('shipping is free above 50 dollars and costs 9.99 at exactly 50', () => {
    expect(quote(cart(5001), rates).shipping).toBe(0);
    expect(quote(cart(5000), rates).shipping).toBe(999);
    expect(quote(cart(2500, 2), rates).shipping).toBe(999);
  });

  test('tax is 8% of the subtotal, and the total is subtotal, shipping and tax', () => {
    expect(quote(cart(2000, 2), rates)).toEqual({
      subtotal: 4000,
      discount: 0,
      shipping: 999,
      tax: 320,
      total: 5319,
    });
    expect(quote(cart(20000), rates)).toEqual({
      subtotal: 20000,
      discount: 0,
      shipping: 0,
      tax: 1600,
      total: 21600,
    });
  });

  test('tax of 8.875% is a tenth of a basis point exact, rounded half up', () => {
    const taxOf = (price: number, taxBasisPoints: number) =>
      quote(cart(price), { ...rates, taxBasisPoints }).tax;
    expect(taxOf(10_000, 887.5)).toBe(888);
    expect(taxOf(9_999, 887.5)).toBe(887);
    // 0.1 basis points of $500.00 are half a cent.
    expect([49_999, 50_000].map((price) => taxOf(price, 0.1))).toEqual([0, 1]);
    expect(percentOfBasisPoints(887.5)).toBe('8.875');
  });

  test('money is formatted in US dollars', () => {
    expect(formatMoney(cents(123450))).toBe('$1,234.50');
  });

  test('the discount is a rounded percentage, 0 without an original price', () => {
    expect(discountPercent(cents(20000), cents(30000))).toBe(33);
    expect(discountPercent(cents(9950), cents(20000))).toBe(50);
    expect(discountPercent(cents(20000), null)).toBe(0);
    expect(discountPercent(cents(20000), cents(20000))).toBe(0);
  });
});

describe('values and labels', () => {
  test('a condition has a label, such as Like New for excellent, and good is the default', () => {
    expect([...conditions]).toEqual(['excellent', 'good', 'fair', 'refurbished']);
    expect(conditionLabels).toEqual({
      excellent: 'Like New',
      good: 'Good',
      fair: 'Fair',
      refurbished: 'Certified Refurbished',
    });
    expect(defaultCondition).toBe('good');
  });

  test('an order is pending, processing, shipped, delivered or cancelled', () => {
    expect([...orderStatuses]).toEqual(['pending', 'processing', 'shipped', 'delivered', 'cancelled']);
  });

  test('the tracking timeline has six steps', () => {
    expect([...timelineSteps]).toEqual([
      'Order Placed',
      'Processing',
      'Shipped',
      'In Transit',
      'Out for Delivery',
      'Delivered',
    ]);
  });

  test('a user is a customer or an admin, and active, inactive or banned', () => {
    expect([...roles]).toEqual(['customer', 'admin']);
    expect([...userStatuses]).toEqual(['active', 'inactive', 'banned']);
  });

  test('the shop ships to the United States, Canada and the United Kingdom', () => {
    expect(firstShipTo).toEqual(['United States', 'Canada', 'United Kingdom']);
  });

  test('stock below five is low', () => {
    expect(lowStockBelow).toBe(5);
    expect([0, 4, 5].map(stockLevel)).toEqual(['out', 'low', 'in-stock']);
  });

  test('a new product has a limited warranty of thirty days', () => {
    expect(defaultWarranty).toEqual({
      duration: '30 days',
      type: 'Limited Warranty',
      description: '30-day warranty covering manufacturing defects',
    });
  });
});

describe('derived values', () => {
  test('a SKU starts with the first three letters from A to Z of brand and name', () => {
    expect(skuPrefix('Apple', 'iPhone 13')).toBe('APPIPH');
    expect(skuPrefix('Žižka', 'Éclair 5')).toBe('ZIZECL');
    expect(skuPrefix('3M', 'A-1 b')).toBe('MAB');
    expect(skuPrefix('HP', '840 G8')).toBe('HPG');
    expect(skuPrefix('小米', '13')).toBe('SKU');
    for (const [brand, name] of [
      ['', ''],
      ['Ω', '!'],
      ['ß', ''],
      ['ﬁ', 'Ａ'],
      ['Łódź', 'Ørsted'],
    ] as const)
      expect(skuPrefix(brand, name)).toMatch(/^[A-Z]{1,6}$/);
  });
});

/** Returns the first message of a rejected input. */
function firstMessage(result: { success: boolean; error?: { issues: { message: string }[] } }) {
  return result.error?.issues[0]?.message;
}

describe('input validation', () => {
  const account = { name: 'Ada', email: 'ada@example.com', password: 'sixsix' };

  test('a registration needs name, email and a password of six characters', () => {
    expect(registration.safeParse(account).success).toBe(true);
    for (const field of Object.keys(account))
      expect(registration.safeParse({ ...account, [field]: '' }).success, field).toBe(false);
    expect(firstMessage(registration.safeParse({ ...account, password: '12345' }))).toBe(
      'Password must be at least 6 characters long',
    );
  });

  test.each([
    'ada@localhost',
    'a.b..c.@shop-x.museum',
    "o'neil+deals/2026@mail.example.co.uk",
    '{x}@10.0.0.1',
  ])('a sign-in takes the email address %s, as a browser’s email field does', (email) =>
    expect(credentials.safeParse({ ...account, email }).success).toBe(true),
  );

  test.each([
    'ada',
    '@shop.test',
    'a b@shop.test',
    'ada@-shop.test',
    'ada@shop..test',
    '"ada"@shop.test',
    'a,b@x',
  ])('rejects the email address %s, as a browser’s email field does', (email) =>
    expect(firstMessage(registration.safeParse({ ...account, email }))).toBe('Enter a valid email address'),
  );

  const camera = { name: 'Leica Q', price: 1999.5, brand: 'Leica', category: 'cameras' };

  test('a product rejects fractions of a cent or unit, and negative prices and stock', () => {
    expect(newProduct.safeParse(camera).success).toBe(true);
    for (const invalid of [
      { price: -1 },
      { price: 1.001 },
      { originalPrice: -1 },
      { stockCount: 1.5 },
      { stockCount: -1 },
    ])
      expect(newProduct.safeParse({ ...camera, ...invalid }).success, JSON.stringify(invalid)).toBe(false);
  });

  test('a category needs name and description, which are trimmed', () => {
    expect(categoryInput.parse({ name: ' Cameras ', description: ' They see ' })).toMatchObject({
      name: 'Cameras',
      description: 'They see',
    });
    for (const field of ['name', 'description'])
      expect(
        categoryInput.safeParse({ name: 'Cameras', description: 'They see', [field]: '  ' }).success,
      ).toBe(false);
  });

  test('an order needs items and every line of its address', () => {
    const shippingAddress = {
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.com',
      phone: '555-0100',
      address: '1 Engine Street',
      city: 'Portland',
      state: 'OR',
      zipCode: '97201',
      country: 'United States',
    };
    const whole = { items: [{ product: 'p1', quantity: 1 }], shippingAddress, paymentMethod: 'card' };
    expect(newOrder.safeParse(whole).success).toBe(true);
    expect(newOrder.safeParse({ ...whole, items: [] }).success).toBe(false);
    for (const field of Object.keys(shippingAddress)) {
      const without = { ...shippingAddress, [field]: '' };
      expect(newOrder.safeParse({ ...whole, shippingAddress: without }).success, field).toBe(false);
    }
    // Only the email has a required format.
    const odd = { ...shippingAddress, phone: 'none', state: '?', zipCode: 'not a ZIP code' };
    expect(newOrder.safeParse({ ...whole, shippingAddress: odd }).success).toBe(true);
  });
});

test('every call of the specification exists under its method and path', () => {
  const offered = new Set(Object.values(allEndpoints).map(({ method, path }) => `${method} ${path}`));
  const specified = [
    'POST /auth/login',
    'POST /auth/register',
    'GET /auth/me',
    'POST /auth/logout',
    'GET /products',
    'GET /products/:id',
    'POST /products',
    'PUT /products/:id',
    'DELETE /products/:id',
    'GET /categories',
    'GET /categories/:id',
    'GET /categories/slug/:slug',
    'POST /categories',
    'PUT /categories/:id',
    'DELETE /categories/:id',
    'POST /orders',
    'GET /orders',
    'GET /orders/:id',
    'GET /orders/admin/all',
    'PUT /orders/:id/status',
    'POST /payments/create-payment-intent',
    'POST /payments/confirm-payment',
    'GET /users/profile',
    'PUT /users/profile',
    'GET /users/users',
    'GET /users/users/:id',
    'PUT /users/users/:id',
    'DELETE /users/users/:id',
    'GET /dashboard/stats',
    'GET /dashboard/analytics',
    'POST /upload/single',
    'POST /upload/multiple',
    'POST /upload/image',
  ];
  expect(specified.filter((call) => !offered.has(call))).toEqual([]);
});

test('a deletion returns the specified message', () => {
  expect(allEndpoints.deleteProduct.message).toBe('Product deleted successfully');
  expect(allEndpoints.deleteCategory.message).toBe('Category deleted successfully');
});

describe('responses have the fields of the specification', () => {
  const specified: [string, { shape: object }, string][] = [
    [
      'of a product',
      product,
      'id name description price originalPrice brand category condition stockCount inStock sku images specifications features featured rating reviewCount warranty createdAt',
    ],
    ['of a warranty', warranty, 'duration type description'],
    ['of a category', category, 'id name slug description image productCount'],
    ['of a user', user, 'name email role'],
    [
      'of a user in the back office',
      userRecord,
      'id name email phone role status joinDate lastLogin totalOrders totalSpent',
    ],
    [
      'of an order',
      order,
      'id status createdAt updatedAt total items trackingNumber estimatedDelivery orderNumber user shippingAddress',
    ],
    ['of a line of an order', orderLine, 'product quantity'],
    ['of a parcel', tracking, 'orderNumber status estimatedDelivery carrier trackingNumber timeline order'],
    [
      'of the settings',
      settings,
      'storeName storeDescription storeEmail storePhone storeAddress emailNotifications orderConfirmations marketingEmails lowStockAlerts paypalEnabled freeShippingThreshold standardShippingRate expressShippingRate twoFactorAuth sessionTimeout passwordPolicy primaryColor accentColor darkMode',
    ],
  ];
  test.each(specified)('%s', (_thing, { shape }, names) => {
    expect(Object.keys(shape)).toEqual(expect.arrayContaining(names.split(' ')));
  });
});
