import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const staffRoles = ['technician', 'packer', 'support', 'manager', 'owner'] as const;

export type EndpointRow = { method: string; path: string; access: string; allowed: string[] };

/** Returns the permissions that docs/security.md lists for each endpoint. */
export function readEndpointRows(): EndpointRow[] {
  const file = fileURLToPath(new URL('../../docs/security.md', import.meta.url));
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, endpoint = '', access = '', ...marks] = line.split('|').map((cell) => cell.trim());
      const [, method, path] = /^`(GET|POST|PUT|DELETE) (\/\S*)`$/.exec(endpoint) ?? [];
      if (!method || !path) return [];
      const allowed = staffRoles.filter((_, index) => marks[index] === '✓');
      return [{ method, path, access: access.replaceAll('`', ''), allowed }];
    });
}
