import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const staffRoles = ['technician', 'packer', 'support', 'manager', 'owner'] as const;

export type EndpointRow = { method: string; path: string; access: string; allowed: string[] };

/** Returns who may call each endpoint by the tables of docs/security.md. */
export function readEndpointRows(): EndpointRow[] {
  const file = fileURLToPath(new URL('../../docs/security.md', import.meta.url));
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
  const rolesOf = new Map(
    rows.map(([, permission = '', , ...marks]) => [
      permission,
      staffRoles.filter((_, index) => marks[index] === '✓'),
    ]),
  );
  return rows.flatMap(([, endpoint = '', access = '']) => {
    const [, method, path] = /^(GET|POST|PUT|DELETE) (\/\S*)$/.exec(endpoint) ?? [];
    return method && path ? [{ method, path, access, allowed: rolesOf.get(access) ?? [] }] : [];
  });
}
