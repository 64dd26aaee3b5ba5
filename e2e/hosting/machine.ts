import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installDebianPackage } from '../../server/test/postgres-server.ts';

/**
 * A machine with systemd in a container of this one. Its disk begins as that of this machine, and what it writes is
 * gone afterwards. It shares the network, so its servers need ports of their own.
 */
export type Machine = {
  /** Runs a script as root; returns what it prints, throws with that if it fails. */
  run: (script: string) => Promise<string>;
  /** The folder /srv of the machine. */
  srv: string;
  stop: () => Promise<void>;
};

/** True as root on Debian, where mounts are allowed. */
export function canBootMachine(): boolean {
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  return isRootOnDebian && spawnSync('unshare', ['--mount', 'true']).status === 0;
}

/** Mounts a disk that forgets, and boots it. A PostgreSQL in it listens on its socket only. */
const boot = `
mount -t tmpfs none /sys/fs/cgroup
mount -t cgroup2 none /sys/fs/cgroup
mkdir "/sys/fs/cgroup/$name"
echo $$ > "/sys/fs/cgroup/$name/cgroup.procs"
mount -t tmpfs none "$folder/layers"
cd "$folder/layers"
mkdir upper work root
mount -t overlay overlay -o "lowerdir=/,upperdir=$PWD/upper,workdir=$PWD/work" root
: > root/etc/machine-id
rm -f root/usr/sbin/policy-rc.d
mkdir -p root/etc/postgresql-common/createcluster.d
for file in root/etc/postgresql-common/createcluster.d/socket.conf root/etc/postgresql/*/*/postgresql.conf; do
  echo "listen_addresses = ''" >> "$file"
done
exec systemd-nspawn --quiet --directory=root --machine="$name" --register=no --keep-unit --console=pipe \\
  --resolv-conf=bind-host --bind="$folder/srv:/srv" --bind-ro="$origin:/origin" --boot systemd.unit=basic.target
`;

const removeControlGroups = `
mount -t tmpfs none /sys/fs/cgroup
mount -t cgroup2 none /sys/fs/cgroup
find "/sys/fs/cgroup/$name" -depth -type d -exec rmdir {} ';'
`;

/** Boots a machine that sees the folder `origin` as /origin. */
export async function bootMachine(origin: string): Promise<Machine> {
  if (!existsSync('/usr/bin/systemd-nspawn')) {
    installDebianPackage(
      'systemd-container',
      'The test of a plain server needs systemd-nspawn: install systemd-container.',
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'reprise-machine-'));
  const srv = join(folder, 'srv');
  for (const path of ['layers', 'srv']) mkdirSync(join(folder, path));
  const env = { PATH: process.env.PATH, name: basename(folder), folder, origin };
  const container = spawn('unshare', ['--mount', 'bash', '-euc', boot], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [container.stdout, container.stderr]) stream.on('data', (chunk) => (output += chunk));
  const kill = () => {
    const init = initOf(container);
    if (init) process.kill(init, 'SIGKILL');
    container.kill('SIGKILL');
  };
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    kill();
    if (container.exitCode === null && container.signalCode === null) await once(container, 'exit');
    spawnSync('unshare', ['--mount', 'bash', '-c', removeControlGroups], { env });
    rmSync(folder, { recursive: true, force: true });
  };
  const run = (script: string) => runIn(initOf(container), script);
  try {
    await untilBooted(container, run);
  } catch (error) {
    await stop();
    throw new Error(`The machine did not start: ${output}`, { cause: error });
  }
  return { run, srv, stop };
}

/** Returns the process id of systemd, the only child of systemd-nspawn; undefined before its start. */
function initOf({ pid }: ChildProcess): number | undefined {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    const isInit = readFileSync(`/proc/${children}/comm`, 'utf8').startsWith('systemd');
    return isInit ? Number(children) : undefined;
  } catch {
    return undefined;
  }
}

function runIn(init: number | undefined, script: string): Promise<string> {
  if (init === undefined) throw new Error('The machine is not running.');
  const enter = ['-t', String(init), '-m', '-p', '-i', '-u', '-C', '--', 'env', '-i'];
  const variables = [
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'HOME=/root',
    'LANG=C.UTF-8',
    'DEBIAN_FRONTEND=noninteractive',
  ];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  execFile(
    'nsenter',
    [...enter, ...variables, 'bash', '--norc', '-euo', 'pipefail', '-c', script],
    { maxBuffer: 64 * 1024 * 1024 },
    (error, stdout, stderr) => {
      if (error) reject(new Error(`${script}\n${stdout.slice(-8000)}${stderr.slice(-8000)}`));
      else resolve(stdout);
    },
  );
  return promise;
}

async function untilBooted(container: ChildProcess, run: (script: string) => Promise<string>): Promise<void> {
  while (container.exitCode === null && container.signalCode === null) {
    const isUp = 'systemctl is-system-running | grep -qE "running|degraded"';
    if (initOf(container) !== undefined && (await run(isUp).catch(() => undefined)) !== undefined) return;
    await pause(200);
  }
  throw new Error('systemd-nspawn ended.');
}
