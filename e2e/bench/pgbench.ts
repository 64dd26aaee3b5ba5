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

/** As many as there may be clients, or they would wait for each other's branch. */
export const pgbenchScale = 64;

/** Makes the tables of PostgreSQL's own benchmark. */
export async function preparePgbench(databaseUrl: string): Promise<void> {
  await pgbench(databaseUrl, ['--initialize', '--quiet', `--scale=${pgbenchScale}`]);
}

type Load = {
  clients: number;
  seconds: number;
  /** `simple` is how pgbench comes: each statement is parsed and planned anew. `prepared` is what our client does. */
  protocol?: 'prepared' | 'simple';
};

/** Transactions per second: its TPC-B-like script, or a script of ours. */
export async function pgbenchRate(
  databaseUrl: string,
  { clients, seconds, protocol = 'prepared' }: Load,
  script?: string,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-pgbench-'));
  const file = join(folder, 'script.sql');
  if (script) writeFileSync(file, script);
  const said = await pgbench(databaseUrl, [
    `--client=${clients}`,
    `--time=${seconds}`,
    `--protocol=${protocol}`,
    '--no-vacuum',
    ...(script ? [`--file=${file}`] : []),
  ]);
  rmSync(folder, { recursive: true });
  return Number(/tps = ([\d.]+)/.exec(said)?.[1] ?? 0);
}
