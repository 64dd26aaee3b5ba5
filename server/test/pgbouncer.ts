import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { installDebianPackage, postgresUser } from './postgres-server.ts';

/** PgBouncer in transaction mode before a server of the tests. */
export interface Pooler {
  url: string;
  /** Kills it and starts it again: every connection breaks. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts PgBouncer with few server connections, so that clients take turns on them. */
export async function startPooler(postgresPort: number): Promise<Pooler> {
  const program = findProgram();
  const owner = postgresUser();
  const folder = mkdtempSync(join(tmpdir(), 'reprise-pooler-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, configuration(port, postgresPort));
  if (owner) for (const path of [folder, file]) chownSync(path, owner.uid, owner.gid);
  const start = async () => {
    const pooler = spawn(program, ['-q', file], { ...owner, cwd: folder, stdio: 'ignore' });
    await untilListening(port, pooler);
    return pooler;
  };
  let pooler = await start();
  process.once('exit', () => pooler.kill('SIGKILL'));
  const kill = async () => {
    pooler.kill('SIGKILL');
    await once(pooler, 'exit');
  };
  return {
    url: `postgres://reprise@127.0.0.1:${port}/postgres`,
    restart: async () => {
      await kill();
      pooler = await start();
    },
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configuration(port: number, postgresPort: number): string {
  return `[databases]
* = host=127.0.0.1 port=${postgresPort} user=reprise
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 6
max_client_conn = 200
`;
}

async function untilListening(port: number, pooler: ChildProcess): Promise<void> {
  while (pooler.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await pause(20);
  }
  throw new Error(`PgBouncer did not start (exit code ${pooler.exitCode}).`);
}

function findProgram(): string {
  const find = () =>
    ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(existsSync);
  const found = find();
  if (found) return found;
  installDebianPackage('pgbouncer', 'The test of poolers needs PgBouncer: install the package pgbouncer.');
  return find() ?? execFileSync('which', ['pgbouncer'], { encoding: 'utf8' }).trim();
}
