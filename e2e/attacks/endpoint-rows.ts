import { allEndpoints } from '@reprise/contract/all-endpoints';
import type { Endpoint } from '@reprise/contract/endpoint';
import { rolePermissions, staffRoles } from '@reprise/contract/permissions';

export { staffRoles };

/** Endpoint with its access level, or the permission it needs, and the staff roles that have it. */
export type EndpointRow = { method: string; path: string; access: string; allowed: string[] };

/** Returns who may call each endpoint by the contract, whose roles docs/security.md shows. */
export function readEndpointRows(): EndpointRow[] {
  return Object.values(allEndpoints).map(({ method, path, access, needs }: Endpoint) => ({
    method,
    path,
    access: needs ?? access,
    allowed: staffRoles.filter((role) => needs && rolePermissions[role].includes(needs)),
  }));
}
