/**
 * Screens of the navigation by the work they belong to, in the order of a day; paths of `adminScreens`. The others are
 * linked where they are needed: failed tasks on the dashboard, imports of customers beside Users.
 */
export const navGroups: { title: string | null; paths: string[] }[] = [
  { title: null, paths: ['/admin'] },
  {
    title: 'Sales',
    paths: [
      '/admin/orders',
      '/admin/pack',
      '/admin/returns',
      '/admin/invoices',
      '/admin/discounts',
      '/admin/channels',
    ],
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
  { title: 'People', paths: ['/admin/customers', '/admin/messages', '/admin/users'] },
  { title: 'Shop', paths: ['/admin/settings', '/admin/mailbox', '/admin/audit'] },
];

/** Screens of the bar at the bottom of a phone for roles that may open them; its menu has the others. */
export const phoneTabs = ['', '/products', '/categories', '/orders', '/users', '/settings'].map(
  (path) => `/admin${path}`,
);

/** Returns the tabs of a phone: where a role may open fewer than five of them, its other screens follow. */
export function phoneTabsFor(mayOpen: (path: string) => boolean): string[] {
  const tabs = phoneTabs.filter(mayOpen);
  const others = navGroups
    .flatMap(({ paths }) => paths)
    .filter((path) => !tabs.includes(path) && mayOpen(path));
  return [...tabs, ...others].slice(0, Math.max(tabs.length, 5));
}
