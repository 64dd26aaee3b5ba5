import { type Permission, permissionsOf, type StaffRole } from '@reprise/contract/permissions';
import { expect, test } from 'vitest';
import { navGroups, phoneTabs, phoneTabsFor } from './nav-groups.ts';
import { adminScreens, createHrefFor, firstScreenOf, matchesWords, permissionFor } from './nav-items.ts';
import { settingFieldItems } from './settings-items.ts';

test('a screen is found by word prefixes in any order', () => {
  const item = { label: 'Add product', keywords: 'new' };
  for (const typed of ['', 'add', 'prod add', 'NEW', ' new  prod '])
    expect(matchesWords(item, typed)).toBe(true);
  for (const typed of ['duct', 'add user', 'news']) expect(matchesWords(item, typed)).toBe(false);
});

test('every screen has a unique key', () => {
  const keys = adminScreens.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test('n opens the form for the screen’s subject', () => {
  expect(createHrefFor('/admin/orders/ord_1', () => true)).toBe('/admin/orders/new');
  expect(createHrefFor('/admin/users', () => true)).toBe('/admin/users?add=user');
  expect(createHrefFor('/admin/settings', () => true)).toBeUndefined();
});

const permissionsOfRole = (role: StaffRole) => {
  const permissions = permissionsOf([role]);
  return (permission: Permission) => permissions.has(permission);
};

test('n opens no form without its permission', () => {
  expect(createHrefFor('/admin/orders', permissionsOfRole('packer'))).toBeUndefined();
  expect(createHrefFor('/admin/users', permissionsOfRole('manager'))).toBeUndefined();
});

test('a screen requires its permission, an unknown one the owner’s', () => {
  expect(permissionFor('/admin/')).toBe('figures.read');
  expect(permissionFor('/admin/orders/MJ-1')).toBe('orders.read');
  expect(permissionFor('/admin/orders/print/invoices')).toBe('orders.read');
  expect(permissionFor('/admin/orders/new')).toBe('orders.place');
  expect(permissionFor('/admin/orders/drafts')).toBe('orders.place');
  expect(permissionFor('/admin/orders/drafts/drf_1')).toBe('orders.place');
  expect(permissionFor('/admin/products/prd_1/stock')).toBe('catalog.manage');
  expect(permissionFor('/admin/ordersx')).toBe('settings.manage');
});

test.each([
  ['technician', '/admin/units'],
  ['packer', '/admin/orders?payment=paid-or-partly-refunded&status=processing'],
  ['support', '/admin/orders'],
  ['manager', '/admin'],
  ['owner', '/admin'],
] as const)('a %s begins at %s', (role, screen) => {
  expect(firstScreenOf(permissionsOfRole(role))).toBe(screen);
});

test.each([
  ['technician', ['/units', '/receive', '/bench']],
  ['packer', ['/orders', '/pack', '/units', '/receive']],
  ['support', ['/orders', '/pack', '/returns', '/units', '/customers', '/messages', '/users']],
] as const)('the sidebar of a %s has only the screens of that work', (role, paths) => {
  const can = permissionsOfRole(role);
  const shown = navGroups
    .flatMap((group) => group.paths)
    .filter((path) => can(permissionFor(path)))
    .map((path) => path.replace('/admin', ''));
  expect(shown).toEqual(paths);
});

test.each([
  ['technician', ['/units', '/receive', '/bench']],
  ['packer', ['/orders', '/pack', '/units', '/receive']],
  ['support', ['/orders', '/users', '/pack', '/returns', '/units']],
  ['owner', ['', '/products', '/categories', '/orders', '/users', '/settings']],
] as const)('the tabs of a %s on a phone are the screens of that work', (role, paths) => {
  const can = permissionsOfRole(role);
  const tabs = phoneTabsFor((path) => can(permissionFor(path)));
  expect(tabs.map((path) => path.replace('/admin', ''))).toEqual(paths);
});

test('a manager sees every screen but those of the owner', () => {
  const can = permissionsOfRole('manager');
  const hidden = navGroups.flatMap((group) => group.paths).filter((path) => !can(permissionFor(path)));
  expect(hidden).toEqual(['/admin/settings', '/admin/mailbox']);
});

test('a setting is found by its label or its subject, and links to its field', () => {
  const found = (typed: string) => settingFieldItems.filter((item) => matchesWords(item, typed));
  expect(found('least margin').map(({ to }) => to)).toEqual([
    '/admin/settings?tab=devices&field=leastMargin',
  ]);
  expect(found('labor').map(({ label }) => label)).toEqual(['Labor per hour']);
  expect(new Set(settingFieldItems.map(({ to }) => to)).size).toBe(settingFieldItems.length);
});

test('each screen stands in one group at most, and each path is a screen', () => {
  const paths = navGroups.flatMap((group) => group.paths);
  expect(new Set(paths).size).toBe(paths.length);
  const screens = new Set(adminScreens.map(({ to }) => to));
  expect([...paths, ...phoneTabs].filter((path) => !screens.has(path))).toEqual([]);
  expect(phoneTabs.filter((path) => !paths.includes(path))).toEqual([]);
});
