import { allEndpoints } from '@reprise/contract/all-endpoints';
import type { Endpoint } from '@reprise/contract/endpoint';
import { permissions, permissionsOf, rolePermissions, staffRoles } from '@reprise/contract/permissions';
import { expect, test } from 'vitest';
import { buildPermissionTable, readPermissionTable } from './permission-table.ts';

const endpoints: [name: string, endpoint: Endpoint][] = Object.entries(allEndpoints);

test('every admin endpoint names a permission that exists', () => {
  const wrong = endpoints.filter(
    ([, { access, needs }]) => access === 'admin' && !permissions.some((permission) => permission === needs),
  );
  expect(wrong.map(([name]) => name)).toEqual([]);
});

test('only devices are seen by every role, and owners have all permissions', () => {
  for (const permission of permissions) {
    const roles = staffRoles.filter((role) => rolePermissions[role].includes(permission));
    expect(roles, permission).toContain('owner');
    expect(roles.length === staffRoles.length, permission).toBe(permission === 'units.read');
  }
});

test('a person with two roles has the permissions of both', () => {
  expect(permissionsOf(['technician', 'packer'])).toEqual(
    new Set([...rolePermissions.technician, ...rolePermissions.packer]),
  );
  expect(permissionsOf([]).size).toBe(0);
});

test('docs/security.md shows the permissions of the contract', () => {
  expect(readPermissionTable(), 'run `npm run permission-table`').toBe(buildPermissionTable());
});
