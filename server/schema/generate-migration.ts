import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDrizzleKit } from './install-drizzle-kit.ts';

const server = fileURLToPath(new URL('..', import.meta.url));

export type Target = { folder: string; stdout?: 'inherit' | 'pipe' };

/** Writes a migration for changed tables, if there are any. `options` are those of `drizzle-kit generate`. */
export function generateMigration(options: string[], { folder, stdout = 'inherit' }: Target): void {
  execFileSync(
    process.execPath,
    [
      installDrizzleKit(),
      'generate',
      '--dialect',
      'postgresql',
      '--schema',
      './src/**/*.tables.ts',
      // The generator reads snapshots only by a relative path.
      '--out',
      relative(server, folder),
      ...options,
    ],
    // It asks about renamed columns on the terminal.
    { cwd: server, stdio: ['inherit', stdout, 'inherit'] },
  );
  deleteOldSnapshots(join(folder, 'meta'));
}

/** The generator compares the tables with the newest snapshot only; each has 20,000 lines. */
function deleteOldSnapshots(meta: string): void {
  const snapshots = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'));
  for (const name of snapshots.sort().slice(0, -1)) rmSync(join(meta, name));
}
