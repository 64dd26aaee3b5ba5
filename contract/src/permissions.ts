/** Staff roles of an administrator, from the fewest permissions to all. */
export const staffRoles = ['technician', 'packer', 'support', 'manager', 'owner'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Permissions; docs/security.md lists the endpoints of each. */
export const permissionSummaries = {
  'orders.read': 'See orders with the address and phone number on the label',
  'orders.pack': 'Advance orders, enter tracking numbers, add notes and timeline events',
  'orders.cancel': 'Cancel orders and reopen cancelled ones',
  'orders.edit': 'Change address, items and shipping of orders that have not shipped, and the billing of all',
  'prices.override': 'Set prices and shipping charges of an order by hand',
  'orders.place': 'Place orders for customers',
  'payments.record': 'Mark orders as paid in cash or by transfer',
  'invoices.read': 'See all invoices and credit notes and export them',
  'messages.answer': 'Read and answer the messages of customers',
  'messages.send': 'Resend the emails about an order',
  'customers.read': 'See customers, their email addresses and their other orders',
  'customers.edit': 'Write notes on customers and tag them',
  'customers.export': 'Export customers and orders, and import orders of another shop',
  'refunds.make': 'Refund up to the limit in the settings',
  'returns.handle': 'See returns, open, approve and refuse them',
  'returns.decide': 'Decide on returned items and settle returns up to the refund limit',
  'refunds.approve': 'Refund above the limit and approve such refunds',
  'catalog.manage': 'Change products, prices, stock, categories, imports and images',
  'channels.manage': 'Connect sales channels and choose what they sell',
  'discounts.manage': 'See, add, change and end discount codes',
  'units.read': 'See devices and their history',
  'units.receive': 'Receive devices, print their labels and say where they are',
  'units.bench': 'Move devices between bench, repair, quarantine and ready, and correct them',
  'units.list': 'Put devices on sale',
  'units.waive': 'Remove devices, bring them back, and release them from quarantine',
  'grading.manage': 'Write checklists and grades and publish them',
  'lots.manage': 'Manage suppliers, lots and their manifests',
  'costs.see': 'See what devices and lots cost, add costs and close lots',
  'reviews.moderate': 'Show and hide reviews',
  'figures.read': 'See the dashboard and reports',
  'operations.manage': 'See failed tasks and integrity checks, and run them again',
  'staff.read': 'See staff accounts',
  'audit.read': 'See and export the audit log',
  'users.manage': 'Add, change, sign out and delete users, and set their roles',
  'settings.manage': 'See and change the settings',
  'tokens.manage': 'See, create and revoke API tokens',
  'webhooks.manage': 'See, add, change and test webhooks, and send their events again',
  'texts.manage': 'Write the text of legal pages and the introductions of emails',
  'payments.manage': 'See and change payment keys and discrepancies',
  'mails.manage': 'Read the mailbox, which contains sign-in links, and resend emails',
} as const;
export type Permission = keyof typeof permissionSummaries;

export const permissions = Object.keys(permissionSummaries) as Permission[];

const technician: Permission[] = ['units.read', 'units.receive', 'units.bench'];
const packer: Permission[] = ['orders.read', 'orders.pack', 'units.read', 'units.receive'];
const support: Permission[] = [
  'orders.read',
  'orders.pack',
  'units.read',
  'orders.cancel',
  'orders.edit',
  'messages.send',
  'messages.answer',
  'customers.read',
  'customers.edit',
  'refunds.make',
  'returns.handle',
  'returns.decide',
];
const manager: Permission[] = [
  ...technician,
  ...support,
  'orders.place',
  'prices.override',
  'payments.record',
  'invoices.read',
  'customers.export',
  'refunds.approve',
  'catalog.manage',
  'channels.manage',
  'discounts.manage',
  'reviews.moderate',
  'figures.read',
  'operations.manage',
  'staff.read',
  'audit.read',
  'units.list',
  'units.waive',
  'grading.manage',
  'lots.manage',
  'costs.see',
];

/** Permissions of each staff role. */
export const rolePermissions: Record<StaffRole, readonly Permission[]> = {
  technician,
  packer,
  support,
  manager,
  owner: permissions,
};

/** Returns the union of the permissions of these roles. */
export function permissionsOf(roles: readonly StaffRole[]): ReadonlySet<Permission> {
  return new Set(roles.flatMap((role) => rolePermissions[role]));
}
