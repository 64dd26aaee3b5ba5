import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { postgresPrograms } from '../../server/test/postgres-server.ts';

const run = promisify(execFile);

async function pgbench(databaseUrl: string, args: string[]): Promise<string> {
  // The server may be a symbolic link; its tools are in the folder of the real program.
  const programs = dirname(realpathSync(join(postgresPrograms(), 'postgres')));
  const { stdout } = await run(join(programs, 'pgbench'), [...args, databaseUrl]);
  return stdout;
}

/** The highest number of clients: with fewer branches they would wait for each other's row lock. */
export const pgbenchScale = 64;

/** Creates the tables of pgbench. */
export async function preparePgbench(databaseUrl: string): Promise<void> {
  await pgbench(databaseUrl, ['--initialize', '--quiet', `--scale=${pgbenchScale}`]);
}

type Load = {
  clients: number;
  seconds: number;
  /**
   * `simple`, the default of pgbench, parses and plans each statement again. `prepared` is the protocol of the shop's
   * client.
   */
  protocol?: 'prepared' | 'simple';
};

/** Returns transactions per second of pgbench's TPC-B-like script, or of another script. */
export async function pgbenchRate(
  databaseUrl: string,
  { clients, seconds, protocol = 'prepared' }: Load,
  script?: string,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-pgbench-'));
  const file = join(folder, 'script.sql');
  if (script) writeFileSync(file, script);
  const output = await pgbench(databaseUrl, [
    `--client=${clients}`,
    `--time=${seconds}`,
    `--protocol=${protocol}`,
    '--no-vacuum',
    ...(script ? [`--file=${file}`] : []),
  ]);
  rmSync(folder, { recursive: true });
  return Number(/tps = ([\d.]+)/.exec(output)?.[1] ?? 0);
}
