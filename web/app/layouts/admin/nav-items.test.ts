import { type Permission, permissionsOf, type StaffRole } from '@reprise/contract/identity/permissions';
import { expect, test } from 'vitest';
import { adminScreens, firstScreenOf, matchesWords, newThingOn, permissionFor } from './nav-items.ts';

test('a place is found by the beginnings of its words, in any order', () => {
  const place = { label: 'Add product', words: 'new' };
  for (const typed of ['', 'add', 'prod add', 'NEW', ' new  prod '])
    expect(matchesWords(place, typed)).toBe(true);
  for (const typed of ['duct', 'add user', 'news']) expect(matchesWords(place, typed)).toBe(false);
});

test('every screen has a key of its own', () => {
  const keys = adminScreens.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test('n begins what the screen is about', () => {
  expect(newThingOn('/admin/orders/ord_1', () => true)).toBe('/admin/orders/new');
  expect(newThingOn('/admin/users', () => true)).toBe('/admin/users?add=user');
  expect(newThingOn('/admin/settings', () => true)).toBeUndefined();
});

const permissionsOfRole = (role: StaffRole) => {
  const permissions = permissionsOf([role]);
  return (permission: Permission) => permissions.has(permission);
};

test('n begins nothing that the person may not do', () => {
  expect(newThingOn('/admin/orders', permissionsOfRole('packer'))).toBeUndefined();
  expect(newThingOn('/admin/users', permissionsOfRole('manager'))).toBeUndefined();
});

test('a screen needs the permission of its place, an unknown one that of owners', () => {
  expect(permissionFor('/admin/')).toBe('figures.read');
  expect(permissionFor('/admin/orders/MJ-1')).toBe('orders.read');
  expect(permissionFor('/admin/orders/print/invoices')).toBe('orders.read');
  expect(permissionFor('/admin/orders/new')).toBe('orders.place');
  expect(permissionFor('/admin/products/prd_1/stock')).toBe('catalog.manage');
  expect(permissionFor('/admin/ordersx')).toBe('settings.manage');
});

test.each([
  ['technician', undefined],
  ['packer', '/admin/orders?payment=paid&status=processing'],
  ['support', '/admin/orders'],
  ['manager', '/admin'],
  ['owner', '/admin'],
] as const)('a %s begins at %s', (role, screen) => {
  expect(firstScreenOf(permissionsOfRole(role))).toBe(screen);
});
