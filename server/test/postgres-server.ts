import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { aptInstall } from './apt-install.ts';
import { freePort } from './free-port.ts';

/** PostgreSQL server in a temporary folder, removed after the tests. */
export interface PrivateServer {
  url: string;
  port: number;
  /** Kills the server and its child processes without a checkpoint. */
  kill(): Promise<void>;
  /** Starts the server after a kill; resolves when it accepts connections. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Settings with which committed transactions survive a kill. */
export const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/** Starts a server with the fast, unsafe settings for tests; `overrides` replace them. */
export async function startPrivateServer(
  overrides: Record<string, string | number> = {},
): Promise<PrivateServer> {
  const bin = postgresPrograms();
  const owner = postgresUser();
  const folder = mkdtempSync(join(tmpdir(), 'reprise-postgres-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const options = { cwd: folder, ...owner };
  const data = join(folder, 'data');
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8';
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'reprise', '-A', 'trust', '-E', 'UTF8', `--locale=${locale}`, '--no-sync'],
    { ...options, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const port = await freePort();
  const start = () =>
    spawn(join(bin, 'postgres'), ['-D', data, ...settings({ ...forTests(port), ...overrides })], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  let server = start();
  const killAtExit = () => server.kill('SIGQUIT');
  process.once('exit', killAtExit);
  await untilReady(server);
  return {
    url: `postgres://reprise@127.0.0.1:${port}/postgres`,
    port,
    kill: () => killWithChildren(server),
    restart: async () => {
      server = start();
      await untilReady(server);
    },
    stop: async () => {
      process.off('exit', killAtExit);
      server.kill('SIGINT');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Kills the server and its children, which have their own process groups and would block the next start. */
async function killWithChildren(server: ChildProcess): Promise<void> {
  const pid = server.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  const children = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout.split('\n');
  const pids = [pid, ...children.filter(Boolean).map(Number)];
  for (const target of pids) signal(target, 'SIGKILL');
  if (server.signalCode === null) await once(server, 'exit');
  while (pids.some((target) => signal(target, 0))) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** True if the signal reached a process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Test data need not survive a crash, so durability is off. The path of a socket might exceed its limit. */
function forTests(port: number) {
  return {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    shared_buffers: '64MB',
    lc_messages: 'C',
  };
}

function settings(values: Record<string, string | number>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function untilReady(server: ChildProcess): Promise<void> {
  const output: string[] = [];
  for await (const line of createInterface({ input: server.stderr as NodeJS.ReadableStream })) {
    output.push(line);
    if (line.includes('ready to accept connections')) {
      server.stderr?.resume();
      return;
    }
  }
  throw new Error(`PostgreSQL did not start:\n${output.join('\n')}`);
}

/** Returns the folder with PostgreSQL's programs, installing them on Debian if they are missing. */
export function postgresPrograms(): string {
  return findBinaries() ?? installOnDebian();
}

function findBinaries(): string | undefined {
  return candidates().find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
}

function candidates(): string[] {
  const configured = process.env.PG_BIN ? [process.env.PG_BIN] : [];
  const path = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...configured, ...path, ...debianFolders()];
}

/** Returns the program folders of Debian's packages, newest version first. */
function debianFolders(): string[] {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(root, version, 'bin'));
}

function installOnDebian(): string {
  const missing =
    'The tests need PostgreSQL 15 or later: install it (Debian, Ubuntu: postgresql; macOS: brew install postgresql) or set PG_BIN or TEST_DATABASE_URL.';
  installDebianPackage('postgresql', missing);
  const bin = findBinaries();
  if (!bin) throw new Error(missing);
  return bin;
}

/** Installs a package as root on Debian; elsewhere throws with the sentence that says what to install. */
export function installDebianPackage(name: string, missing: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error(missing);
  console.log(`Installing the missing package ${name}.`);
  aptInstall([name]);
}

/** Returns the user `postgres` if the tests run as root, because PostgreSQL does not run as root. */
export function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
