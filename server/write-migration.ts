import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

// `npm run migrations -- --name what` writes the SQL for the tables that changed.

const server = fileURLToPath(new URL('.', import.meta.url));
const generator = fileURLToPath(new URL('bin.cjs', import.meta.resolve('drizzle-kit')));

type Target = { folder?: string; stdout?: 'inherit' | 'pipe' };

/** Returns what the generator printed to a pipe. `options` are those of `drizzle-kit generate`. */
export function writeMigration(
  options: string[],
  { folder = join(server, 'migrations'), stdout = 'inherit' }: Target = {},
): string | null {
  const output = execFileSync(
    process.execPath,
    [
      ...[generator, 'generate', '--dialect', 'postgresql', '--schema', './src/**/*.tables.ts'],
      // The generator reads snapshots only by a relative path.
      ...['--out', relative(server, folder), ...options],
    ],
    // It asks about renamed columns on the terminal.
    { cwd: server, encoding: 'utf8', stdio: ['inherit', stdout, 'inherit'] },
  );
  deleteOldSnapshots(join(folder, 'meta'));
  return output;
}

/** The generator compares the tables with the newest snapshot only; each has 20,000 lines. */
function deleteOldSnapshots(meta: string): void {
  const snapshots = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'));
  for (const name of snapshots.sort().slice(0, -1)) rmSync(join(meta, name));
}

if (import.meta.main) writeMigration(process.argv.slice(2));
