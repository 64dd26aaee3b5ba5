import type { StaffRole } from '@reprise/contract/permissions';

export const staffRoleLabels: Record<StaffRole, string> = {
  technician: 'Technician',
  packer: 'Packer',
  support: 'Support',
  manager: 'Manager',
  owner: 'Owner',
};

export const staffRoleSummaries: Record<StaffRole, string> = {
  technician: 'Receives, tests and grades devices',
  packer: 'Ships orders; sees only what delivery needs',
  support: 'Orders, customers and refunds up to the limit',
  manager: 'Products, orders, reviews, reports and the audit log',
  owner: 'Everything, including users, settings and payments',
};
