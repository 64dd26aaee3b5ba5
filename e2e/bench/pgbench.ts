import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { postgresPrograms } from '../../server/test/postgres-server.ts';

const run = promisify(execFile);

async function pgbench(databaseUrl: string, args: string[]): Promise<string> {
  // The server may be found by a link; its tools stand beside the program itself.
  const programs = dirname(realpathSync(join(postgresPrograms(), 'postgres')));
  const { stdout } = await run(join(programs, 'pgbench'), [...args, databaseUrl]);
  return stdout;
}

/** Makes the tables of PostgreSQL's own benchmark. */
export async function preparePgbench(databaseUrl: string): Promise<void> {
  await pgbench(databaseUrl, ['--initialize', '--quiet', '--scale=20']);
}

type Load = { clients: number; seconds: number };

/** Transactions per second: its TPC-B-like script, or a script of ours. */
export async function pgbenchRate(
  databaseUrl: string,
  { clients, seconds }: Load,
  script?: string,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-pgbench-'));
  const file = join(folder, 'script.sql');
  if (script) writeFileSync(file, script);
  const said = await pgbench(databaseUrl, [
    `--client=${clients}`,
    `--time=${seconds}`,
    '--protocol=prepared',
    '--no-vacuum',
    ...(script ? [`--file=${file}`] : []),
  ]);
  rmSync(folder, { recursive: true });
  return Number(/tps = ([\d.]+)/.exec(said)?.[1] ?? 0);
}
