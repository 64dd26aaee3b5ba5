import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Permission,
  permissionSummaries,
  permissions,
  rolePermissions,
  staffRoles,
} from '@reprise/contract/permissions';

const file = fileURLToPath(new URL('../../docs/security.md', import.meta.url));
const begin = '<!-- permission table: written by `npm run permission-table` -->';
const end = '<!-- end of permission table -->';

/** Builds the table of permissions and the roles that have them in Markdown. */
export function buildPermissionTable(): string {
  const roleMarks = (permission: Permission) =>
    staffRoles.map((role) => (rolePermissions[role].includes(permission) ? '✓' : ''));
  const byPermission = permissions.map((permission) => [
    `\`${permission}\``,
    permissionSummaries[permission],
    ...roleMarks(permission),
  ]);
  return tableOf(['permission', 'what it opens', ...staffRoles], byPermission);
}

function tableOf(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns the table of docs/security.md. */
export function readPermissionTable(): string {
  return splitDocument()[1].trim();
}

export function writePermissionTable(): void {
  const [before, , after] = splitDocument();
  writeFileSync(file, `${before}${begin}\n\n${buildPermissionTable()}\n\n${end}${after}`);
}

function splitDocument(): [before: string, table: string, after: string] {
  const [before = '', rest = ''] = readFileSync(file, 'utf8').split(begin);
  const [table = '', after = ''] = rest.split(end);
  return [before, table, after];
}
