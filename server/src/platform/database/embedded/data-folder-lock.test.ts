import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataFolderInUse, lockDataFolder } from './data-folder-lock.ts';

const program = fileURLToPath(new URL('../../../../test/lock-until-killed.ts', import.meta.url));

let folder: string;
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-lock-'));
  children = [];
});

afterEach(async () => {
  for (const child of children) await kill(child);
  await rm(folder, { recursive: true, force: true });
});

/** Starts a process that locks the folder; resolves with its first output. */
async function startHolder(): Promise<{ child: ChildProcess; output: string }> {
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const output = await Promise.race([firstText(child.stdout), firstText(child.stderr)]);
  return { child, output };
}

async function firstText(stream: NodeJS.ReadableStream | null): Promise<string> {
  if (!stream) throw new Error('The process has no such stream.');
  const [chunk] = await once(stream, 'data');
  return String(chunk);
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const lockFile = () => join(folder, 'in-use.json');

test('a second process exits with an error that names the first', async () => {
  const first = await startHolder();
  expect(first.output).toContain('locked');
  const second = await startHolder();
  expect(second.output).toContain(`in use by process ${first.child.pid}`);
  if (second.child.exitCode === null) await once(second.child, 'exit');
  expect(second.child.exitCode).toBe(1);
  expect(first.child.exitCode).toBeNull();
});

test('a locked folder is also locked through a symbolic link', async () => {
  const { child } = await startHolder();
  const alias = `${folder}-alias`;
  await symlink(folder, alias);
  await expect(lockDataFolder(alias)).rejects.toThrow(`process ${child.pid}`);
  await rm(alias);
});

test('the lock of a killed process is taken over repeatedly', async () => {
  for (let round = 0; round < 3; round++) {
    const { child, output } = await startHolder();
    expect(output).toContain('locked');
    await kill(child);
    expect(JSON.parse(await readFile(lockFile(), 'utf8')).pid).toBe(child.pid);
  }
  const lock = await lockDataFolder(folder);
  expect(JSON.parse(await readFile(lockFile(), 'utf8')).pid).toBe(process.pid);
  await lock.release();
});

test('a start waits for a holder that is killed, and for no longer than its limit', async () => {
  const { child } = await startHolder();
  const refused = lockDataFolder(folder, { waitMs: 150 });
  await expect(refused).rejects.toThrow(`in use by process ${child.pid}`);
  const waits: string[] = [];
  const onWait = ({ message }: Error) => {
    waits.push(message);
    child.kill('SIGKILL');
  };
  const lock = await lockDataFolder(folder, { waitMs: 60_000, onWait });
  expect(waits).toEqual([expect.stringContaining(`process ${child.pid}`)]);
  await lock.release();
});

// Only /proc tells a zombie from a running process.
test.runIf(process.platform === 'linux')(
  'the lock of a dead process that is not reaped is taken over',
  async () => {
    const command = '"$0" "$1" "$2" & echo $!; exec sleep 1000';
    const parent = spawn('sh', ['-c', command, process.execPath, program, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(parent);
    let output = '';
    for await (const chunk of parent.stdout) {
      output += chunk;
      if (output.includes('locked')) break;
    }
    const pid = Number.parseInt(output, 10);
    process.kill(pid, 'SIGKILL');
    await (await lockDataFolder(folder, { waitMs: 60_000 })).release();
    expect(await readFile(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
  },
);

test('a released folder can be locked', async () => {
  const lock = await lockDataFolder(folder);
  await expect(lockDataFolder(folder)).rejects.toThrow(DataFolderInUse);
  await lock.release();
  await (await lockDataFolder(folder)).release();
});

test('one of several concurrent attempts gets the lock', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataFolder(folder)));
  const winners = tries.filter((result) => result.status === 'fulfilled');
  expect(winners).toHaveLength(1);
  await winners[0]?.value.release();
});

test('the lock is taken over when another process has the pid of the dead holder', async () => {
  const holder = await holderFile({ processStart: 'some other moment' });
  await writeFile(lockFile(), holder);
  await (await lockDataFolder(folder)).release();
});

test('a lock from before a reboot is taken over', async () => {
  await writeFile(lockFile(), await holderFile({ boot: 'before' }));
  await (await lockDataFolder(folder)).release();
});

test('a live holder in another container is recognized by its heartbeat', async () => {
  await writeFile(lockFile(), await holderFile({ place: 'another container', pid: 1 }));
  let alive = true;
  const beats = (async () => {
    for (let heartbeat = 1; alive; heartbeat++) {
      // Written aside and renamed, as a holder does, so that no reader sees half a file.
      await writeFile(
        `${lockFile()}.new`,
        await holderFile({ place: 'another container', pid: 1, heartbeat }),
      );
      await rename(`${lockFile()}.new`, lockFile());
    }
  })();
  try {
    await expect(lockDataFolder(folder, { heartbeatMs: 50 })).rejects.toThrow(
      'process 1 on another container',
    );
  } finally {
    alive = false;
    await beats;
  }
});

test('the lock of another container without a heartbeat is taken over', async () => {
  await writeFile(lockFile(), await holderFile({ place: 'another container', pid: 1 }));
  await (await lockDataFolder(folder, { heartbeatMs: 10 })).release();
});

/** Returns the lock file of this process with some fields changed. */
let own: Record<string, unknown> | undefined;
async function holderFile(changes: Record<string, unknown>): Promise<string> {
  if (!own) {
    const elsewhere = await mkdtemp(join(tmpdir(), 'reprise-lock-'));
    const lock = await lockDataFolder(elsewhere);
    own = JSON.parse(await readFile(join(elsewhere, 'in-use.json'), 'utf8')) as Record<string, unknown>;
    await lock.release();
    await rm(elsewhere, { recursive: true });
  }
  return JSON.stringify({ ...own, token: 'other', ...changes });
}
