import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../server/test/free-port.ts';
import { installDebianPackage, postgresPrograms, postgresUser } from '../../server/test/postgres-server.ts';

// The three database machines of docs/failover.md on loopback addresses of this one, with the files of deploy/failover.

const root = fileURLToPath(new URL('../..', import.meta.url));
const readText = (path: string) => readFileSync(join(root, path), 'utf8');

/** Runs the line of the page that writes a file of a machine; returns the file. */
function fileOf(name: string, environment: Record<string, string>): string {
  const line = readText('docs/failover.md')
    .split('\n')
    .find((text) => text.startsWith('sed ') && text.includes(` deploy/failover/${name} > /etc/`));
  const [command = ''] = (line ?? '').split(' > /etc/');
  return execFileSync('sh', ['-c', command], { cwd: root, encoding: 'utf8', env: environment });
}

const superuser = 'superuserForATest';
const names = ['db1', 'db2', 'db3'];

/** Three PostgreSQL servers, one of which is the leader, behind HAProxy. */
export type Cluster = {
  /** URL of a database through HAProxy, as the superuser. */
  urlOf: (database: string) => string;
  /** Kills everything on the leader's machine; returns its name. */
  killLeader: () => Promise<string>;
  /** Starts a killed machine again. */
  restart: (name: string) => void;
  /** Resolves when one member leads, one is its synchronous standby, and all run. */
  untilHealthy: () => Promise<void>;
  stop: () => Promise<void>;
};

type Member = { role: string; state: string; name: string; lag?: number | string };
type Machine = { name: string; address: string; data: string; processes: ChildProcess[]; start: () => void };

export async function startCluster(): Promise<Cluster> {
  for (const name of ['etcd-server', 'patroni', 'haproxy']) install(name);
  const owner = postgresUser();
  // Patroni also needs programs that are not linked from the folder on the path.
  const programs = dirname(realpathSync(join(postgresPrograms(), 'postgres')));
  const folder = mkdtempSync(join(tmpdir(), 'reprise-failover-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  // A network of its own in 127.0.0.0/8, so that every port is free.
  const network = `127.${randomInt(64, 250)}.${randomInt(1, 250)}.`;
  const start = (machine: string, program: string, words: string[], env: Record<string, string> = {}) => {
    const log = openSync(join(folder, `${machine}-${program}.log`), 'a');
    const child = spawn(program, words, {
      ...owner,
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    return child;
  };
  const machines = names.map((name, index) => describeMachine(name, index));

  function describeMachine(name: string, index: number): Machine {
    const address = `${network}${11 + index}`;
    const at = (file: string) => join(folder, `${name}-${file}`);
    mkdirSync(at('data'), { mode: 0o700 });
    if (owner) chownSync(at('data'), owner.uid, owner.gid);
    const variables = {
      name,
      address: `10.0.0.${11 + index}`,
      superuser,
      replication: 'replicationForATest',
    };
    const inNetwork = (text: string) => text.replaceAll('10.0.0.', network);
    const etcd = inNetwork(fileOf('etcd', variables)).replace('/var/lib/etcd/reprise', at('etcd'));
    const patroni = inNetwork(fileOf('patroni.yml', variables))
      .replace(/bin_dir: .*/, `bin_dir: ${programs}`)
      .replace(/data_dir: .*/, `data_dir: ${at('data')}`)
      .replace(/unix_socket_directories: .*/, `unix_socket_directories: ''`)
      // Connections within this machine come from 127.0.0.1.
      .replaceAll(`${network}0/24`, '127.0.0.0/8');
    writeFileSync(at('patroni.yml'), patroni, { mode: 0o644 });
    const machine: Machine = { name, address, data: at('data'), processes: [], start: () => {} };
    machine.start = () => {
      const settings = [...etcd.matchAll(/^(\w+)="(.*)"$/gm)].map(([, key, value]) => [key, value]);
      machine.processes = [
        start(name, 'etcd', [], Object.fromEntries(settings)),
        start(name, 'patroni', [at('patroni.yml')]),
      ];
    };
    return machine;
  }

  const port = await freePort();
  writeFileSync(
    join(folder, 'haproxy.cfg'),
    readText('deploy/failover/haproxy.cfg')
      .replaceAll('10.0.0.', network)
      .replace('127.0.0.1:5000', `127.0.0.1:${port}`),
    { mode: 0o644 },
  );
  for (const machine of machines) machine.start();
  const proxy = start('shop', 'haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')]);
  const killAll = () => {
    for (const machine of machines) kill(machine);
    proxy.kill('SIGKILL');
  };
  process.once('exit', killAll);

  const readMembers = async () =>
    (await Promise.all(machines.map(({ address }) => membersAt(address)))).find(Boolean) ?? [];
  return {
    urlOf: (database) => `postgres://postgres:${superuser}@127.0.0.1:${port}/${database}`,
    killLeader: async () => {
      const leader = (await readMembers()).find(({ role }) => role === 'leader');
      const machine = machines.find(({ name }) => name === leader?.name);
      if (!machine) throw new Error('There is no leader.');
      kill(machine);
      return machine.name;
    },
    restart: (name) => machines.find((machine) => machine.name === name)?.start(),
    untilHealthy: async () => {
      const deadline = performance.now() + 300_000;
      for (;;) {
        const members = await readMembers();
        const roles = members
          .map(({ role }) => role)
          .sort()
          .join(' ');
        const areRunning = members.every(({ state }) => state === 'running' || state === 'streaming');
        if (roles === 'leader replica sync_standby' && areRunning) return;
        const hasEnded = machines.some(({ processes }) =>
          processes.some(({ exitCode }) => exitCode !== null),
        );
        if (hasEnded || performance.now() > deadline) {
          throw new Error(`The members are not healthy: ${JSON.stringify(members)}; logs are in ${folder}`);
        }
        await pause(500);
      }
    },
    stop: async () => {
      process.off('exit', killAll);
      killAll();
      if (proxy.exitCode === null && proxy.signalCode === null) await once(proxy, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Kills etcd, Patroni and PostgreSQL of a machine, as a loss of its power does. */
function kill({ data, processes }: Machine): void {
  for (const child of processes) child.kill('SIGKILL');
  const server = Number.parseInt(readOr(join(data, 'postmaster.pid'), ''), 10);
  if (!server) return;
  signal(server, 'SIGSTOP');
  const { stdout } = spawnSync('pgrep', ['-P', String(server)], { encoding: 'utf8' });
  for (const pid of [server, ...stdout.split('\n').filter(Boolean).map(Number)]) signal(pid, 'SIGKILL');
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

function readOr(file: string, fallback: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return fallback;
  }
}

async function membersAt(address: string): Promise<Member[] | undefined> {
  try {
    const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2000) });
    return ((await response.json()) as { members: Member[] }).members;
  } catch {
    return undefined;
  }
}

function install(name: string): void {
  const program = name === 'etcd-server' ? 'etcd' : name;
  if (spawnSync('which', [program], { env: { PATH: `${process.env.PATH}:/usr/sbin` } }).status === 0) return;
  installDebianPackage(name, `The test of a failover needs ${program}: install the package ${name}.`);
}
