import type { Role, UserRecord, UserStatus } from '@reprise/contract/people/identity/user';
import type { Tone } from '../../../ui/badge.tsx';

export const roleLabels: Record<Role, string> = { customer: 'Customer', admin: 'Admin' };

export const statusLabels: Record<UserStatus, string> = {
  active: 'Active',
  inactive: 'Inactive',
  banned: 'Banned',
};

/** Returns the status as every screen shows it: "Invited" until the first sign-in of an active account. */
export function statusText({ status, invited }: Pick<UserRecord, 'status' | 'invited'>): string {
  return invited && status === 'active' ? 'Invited' : statusLabels[status];
}

export const statusTones: Record<UserStatus, Tone> = { active: 'good', inactive: 'neutral', banned: 'bad' };

/** Returns the initials of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0]);
  return letters.join('').toUpperCase();
}
