import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresPrograms } from '../../server/test/postgres-server.ts';

const run = promisify(execFile);

async function pgbench(databaseUrl: string, args: string[]): Promise<string> {
  const { stdout } = await run(join(postgresPrograms(), 'pgbench'), [...args, databaseUrl]);
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
