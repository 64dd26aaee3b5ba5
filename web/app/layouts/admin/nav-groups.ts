/** Screens of the navigation by the work they belong to, in the order of a day; paths of `adminScreens`. */
export const navGroups: { title: string | null; paths: string[] }[] = [
  { title: null, paths: ['/admin'] },
  {
    title: 'Sales',
    paths: ['/admin/orders', '/admin/pack', '/admin/invoices', '/admin/discounts', '/admin/channels'],
  },
  {
    title: 'Catalog',
    paths: [
      '/admin/products',
      '/admin/categories',
      '/admin/families',
      '/admin/reviews',
      '/admin/search',
      '/admin/imports',
    ],
  },
  { title: 'Workshop', paths: ['/admin/units', '/admin/receive', '/admin/bench', '/admin/lots'] },
  { title: 'People', paths: ['/admin/users', '/admin/messages'] },
  { title: 'Shop', paths: ['/admin/settings', '/admin/mailbox', '/admin/audit', '/admin/jobs'] },
];

/** Screens of the bar at the bottom of a phone; its menu has the others. */
export const phoneTabs = ['', '/products', '/categories', '/orders', '/users', '/settings'].map(
  (path) => `/admin${path}`,
);
