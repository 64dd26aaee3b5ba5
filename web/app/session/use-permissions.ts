import { type Permission, permissionsOf } from '@reprise/contract/identity/permissions';
import { useMemo } from 'react';
import { useAuth } from './auth-store.ts';

/** Says what the person signed in may do; only spares them what the API would refuse. */
export function usePermissions(): (permission: Permission) => boolean {
  const staffRoles = useAuth(({ user }) => user?.staffRoles);
  return useMemo(() => {
    const permissions = permissionsOf(staffRoles ?? []);
    return (permission) => permissions.has(permission);
  }, [staffRoles]);
}
