/** The staff roles of an administrator, from the fewest permissions to all of them. */
export const staffRoles = ['technician', 'packer', 'support', 'manager', 'owner'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Permissions; docs/security.md lists the endpoints of each. */
export const permissionSummaries = {
  'orders.read': 'See orders with the address and phone number on the label',
  'orders.pack': 'Move orders on, enter tracking numbers, write notes and timeline steps',
  'orders.cancel': 'Cancel orders and reopen cancelled ones',
  'orders.place': 'Place orders for customers',
  'messages.send': 'Send the mails about an order again',
  'customers.read': 'See customers, their e-mail addresses and their other orders',
  'customers.export': 'Export customers and orders',
  'refunds.make': 'Refund up to the limit in the settings',
  'refunds.approve': 'Refund above the limit and approve such refunds',
  'catalog.manage': 'Change products, prices, stock, categories, imports and images',
  'reviews.moderate': 'Show and hide reviews',
  'figures.read': 'See the dashboard and its figures',
  'operations.manage': 'See failed jobs and integrity checks, and run them again',
  'staff.read': 'See staff accounts',
  'audit.read': 'See and export the audit log',
  'users.manage': 'Add, change, sign out and delete users, and set their roles',
  'settings.manage': 'See and change the settings',
  'payments.manage': 'See and change payment keys and discrepancies',
  'mails.manage': 'Read the mailbox, which holds links that sign people in, and send mails again',
} as const;
export type Permission = keyof typeof permissionSummaries;

export const permissions = Object.keys(permissionSummaries) as Permission[];

const packer: Permission[] = ['orders.read', 'orders.pack'];
const support: Permission[] = [...packer, 'orders.cancel', 'messages.send', 'customers.read', 'refunds.make'];
const manager: Permission[] = [
  ...support,
  'orders.place',
  'customers.export',
  'refunds.approve',
  'catalog.manage',
  'reviews.moderate',
  'figures.read',
  'operations.manage',
  'staff.read',
  'audit.read',
];

/** A technician's permissions belong to the bench: the devices' own endpoints bring them. */
export const rolePermissions: Record<StaffRole, readonly Permission[]> = {
  technician: [],
  packer,
  support,
  manager,
  owner: permissions,
};

/** Returns the union of the permissions of these roles. */
export function permissionsOf(roles: readonly StaffRole[]): ReadonlySet<Permission> {
  return new Set(roles.flatMap((role) => rolePermissions[role]));
}
