import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allEndpoints } from '@reprise/contract/all-endpoints';
import type { Endpoint } from '@reprise/contract/endpoint';
import {
  type Permission,
  permissionSummaries,
  permissions,
  rolePermissions,
  staffRoles,
} from '@reprise/contract/permissions';

const file = fileURLToPath(new URL('../../docs/security.md', import.meta.url));
const begin = '<!-- permission tables: written by `npm run permission-tables` -->';
const end = '<!-- end of permission tables -->';

const endpoints: Endpoint[] = Object.values(allEndpoints);

/** Builds the tables of permissions by role and of endpoints by permission in Markdown. */
export function buildPermissionTables(): string {
  const roleMarks = (permission: Permission) =>
    staffRoles.map((role) => (rolePermissions[role].includes(permission) ? '✓' : ''));
  const byPermission = permissions.map((permission) => [
    `\`${permission}\``,
    permissionSummaries[permission],
    ...roleMarks(permission),
  ]);
  const staffEndpoints = permissions.flatMap((permission) =>
    endpoints
      .filter((endpoint) => endpoint.needs === permission)
      .map((endpoint) => [addressOf(endpoint), `\`${permission}\``]),
  );
  const otherEndpoints = (['customer', 'visitor', 'public'] as const).flatMap((access) =>
    endpoints
      .filter((endpoint) => endpoint.access === access)
      .map((endpoint) => [addressOf(endpoint), access]),
  );
  return [
    tableOf(['permission', 'what it opens', ...staffRoles], byPermission),
    tableOf(['endpoint', 'permission'], staffEndpoints),
    tableOf(['endpoint', 'access'], otherEndpoints),
  ].join('\n\n');
}

const addressOf = ({ method, path }: Endpoint) => `\`${method} ${path}\``;

function tableOf(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns the tables of docs/security.md. */
export function readPermissionTables(): string {
  return splitDocument()[1].trim();
}

export function writePermissionTables(): void {
  const [before, , after] = splitDocument();
  writeFileSync(file, `${before}${begin}\n\n${buildPermissionTables()}\n\n${end}${after}`);
}

function splitDocument(): [before: string, tables: string, after: string] {
  const [before = '', rest = ''] = readFileSync(file, 'utf8').split(begin);
  const [tables = '', after = ''] = rest.split(end);
  return [before, tables, after];
}
