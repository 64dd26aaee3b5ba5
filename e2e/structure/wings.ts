// Wings and the arrows between them, which decision 0140 explains. Each list only shrinks, or changes on purpose.

/** From the lowest. */
export const wings = [
  'foundations',
  'catalog',
  'workshop',
  'sales',
  'people',
  'moving-in',
  'operations',
] as const;
export type Wing = (typeof wings)[number];

type Calls = Record<Wing, Wing[]>;

/** Wings that a wing of the server or of the contract calls, beside the foundations. */
export const callsOfServer: Calls = {
  foundations: [],
  catalog: [],
  workshop: ['catalog'],
  sales: ['catalog', 'workshop'],
  people: ['catalog', 'sales'],
  'moving-in': ['catalog', 'sales', 'people'],
  operations: ['catalog', 'workshop', 'sales', 'people'],
};

/** The same in the web app, where a product has a button of the cart. */
export const callsOfWeb: Calls = {
  foundations: [],
  sales: [],
  catalog: ['sales'],
  workshop: ['catalog'],
  people: ['sales', 'catalog'],
  'moving-in': [],
  operations: ['sales'],
};

/** Imports against these lists that would cost more than moving a file. */
export const inversions: string[] = [
  'web/app/sales/orders/order-lines.tsx -> web/app/catalog/reviews/review-params.ts',
  'web/app/sales/orders/order-lines.tsx -> web/app/catalog/reviews/use-reviewed-products.ts',
];

/** Slices whose tables a slice of another wing reads. */
export const tableReads: Record<string, string[]> = {
  'foundations/notifications': ['sales/orders', 'people/identity'],
  'foundations/page-texts': ['people/identity'],
  'catalog/alerts': ['people/identity'],
  'catalog/reviews': ['sales/orders', 'people/identity'],
  'catalog/wishlist': ['people/identity'],
  'workshop/lots': ['catalog/products'],
  'workshop/units': [
    'foundations/media',
    'foundations/settings',
    'catalog/grading',
    'catalog/products',
    'sales/orders',
  ],
  'sales/cart': ['catalog/products', 'people/identity'],
  'sales/channel-orders': ['catalog/products'],
  'sales/channels': ['catalog/products'],
  'sales/conversations': ['foundations/settings', 'people/identity'],
  'sales/discounts': ['catalog/products'],
  'sales/orders': ['foundations/settings', 'catalog/products', 'workshop/units', 'people/identity'],
  'sales/past-orders': ['people/identity'],
  'sales/returns': ['catalog/products', 'foundations/media', 'workshop/units', 'people/identity'],
  'sales/search-analytics': ['catalog/products'],
  'people/identity': ['foundations/settings'],
  'people/privacy': ['foundations/settings'],
  'moving-in/customer-imports': ['people/identity'],
  'moving-in/imports': ['foundations/media', 'catalog/products', 'people/identity'],
  'operations/analytics': [
    'foundations/notifications',
    'catalog/products',
    'sales/orders',
    'sales/payments',
    'people/identity',
  ],
  'operations/audit-log': [
    'foundations/audit',
    'catalog/products',
    'catalog/reviews',
    'sales/discounts',
    'sales/orders',
    'people/identity',
  ],
  'operations/metrics': ['foundations/notifications', 'catalog/products', 'sales/payments'],
  'operations/setup': ['foundations/notifications', 'catalog/products', 'sales/orders'],
};

/** Slices that reach each other by calls and tables. */
export const maxKnot = 9;
