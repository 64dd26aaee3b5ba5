import { type Permission, permissionsOf } from '@reprise/contract/permissions';
import { useMemo } from 'react';
import { useAuth } from './auth-store.ts';

/** Returns a function that checks the signed-in user's permissions. The API enforces them. */
export function usePermissions(): (permission: Permission) => boolean {
  const staffRoles = useAuth(({ user }) => user?.staffRoles);
  return useMemo(() => {
    const permissions = permissionsOf(staffRoles ?? []);
    return (permission) => permissions.has(permission);
  }, [staffRoles]);
}
