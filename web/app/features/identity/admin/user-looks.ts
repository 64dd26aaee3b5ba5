import type { Role, UserStatus } from '@reprise/contract/identity/identity';
import type { StaffRole } from '@reprise/contract/identity/permissions';
import type { Tone } from '../../../ui/badge.tsx';

export const roleLabels: Record<Role, string> = { customer: 'Customer', admin: 'Admin' };

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

export const statusLabels: Record<UserStatus, string> = {
  active: 'Active',
  inactive: 'Inactive',
  banned: 'Banned',
};

export const statusTones: Record<UserStatus, Tone> = { active: 'good', inactive: 'neutral', banned: 'bad' };

/** Returns the initials of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0]);
  return letters.join('').toUpperCase();
}
