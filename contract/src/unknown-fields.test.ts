import { expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from './all-endpoints.ts';

// A field of these bodies that is mistyped and dropped would give more than was meant: a right, a lower price, a change
// instead of its dry run, everything instead of a few, no end.
it.each([
  'createUser',
  'createDiscount',
  'updateDiscount',
  'bulkEditProducts',
  'undoBulkChange',
  'applyImport',
  'placeStaffOrder',
  'previewOrderEdit',
  'editOrder',
  'changeOrderBilling',
  'createDraftOrder',
  'updateDraftOrder',
  'refundOrder',
  'closeLot',
  'removeExpectedUnits',
  'updateUnit',
  'setPaymentKeys',
  'setMailServer',
  'setMaintenance',
  'startBackup',
] as const)('%s refuses a field that does not exist', (name) => {
  const { body } = allEndpoints[name];
  const { error } = z.safeDecode(body as z.ZodType, { stafRoles: [] });
  expect(error?.issues.map(({ message }) => message)).toContain('There is no field "stafRoles" here');
});

it.each(['bulkEditProducts', 'changeOrderStatuses'] as const)('%s does so inside its lists', (name) => {
  const { body } = allEndpoints[name];
  const wire = {
    products: ['prd_1'],
    change: { kind: 'sale', percentOff: 10, ending: 'exact', endsAt: '2030-01-01T00:00:00Z', startAt: '' },
    changes: [{ id: 'ord_1', status: 'shipped', seenState: 'processing' }],
  };
  const { error } = z.safeDecode(body as z.ZodType, wire);
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toContainEqual(
    name === 'bulkEditProducts'
      ? ['change', 'There is no field "startAt" here']
      : ['changes', 'There is no field "seenState" here'],
  );
});

it('a change of a user takes the fields of a user back, and others without a role that makes an owner', () => {
  const { body } = allEndpoints.updateUser;
  const errorsOf = (wire: object) =>
    z.safeDecode(body, wire as never).error?.issues.map(({ path }) => path[0]) ?? [];
  const asRead = { id: 'usr_1', _id: 'usr_1', joinDate: '', totalSpent: 0, avatar: '', lastLogin: null };
  expect(errorsOf({ ...asRead, role: 'admin' })).toEqual([]);
  expect(errorsOf({ role: 'admin', staffRole: ['packer'] })).toEqual(['staffRole']);
  expect(errorsOf({ role: 'admin', staffRoles: ['packer'], more: 1 })).toEqual([]);
  expect(errorsOf({ name: 'Ada', more: 1 })).toEqual([]);
});
