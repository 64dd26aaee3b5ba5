import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataFolderInUse, holdDataFolder } from './data-folder-lock.ts';

const program = fileURLToPath(new URL('../../../test/hold-data-folder.ts', import.meta.url));

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

/** Starts a process that takes the folder; resolves with what it says first. */
async function startHolder(): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const said = await Promise.race([firstText(child.stdout), firstText(child.stderr)]);
  return { child, said };
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

test('a second process is refused, ends with an error and names the first', async () => {
  const first = await startHolder();
  expect(first.said).toContain('holding');
  const second = await startHolder();
  expect(second.said).toContain(`in use by process ${first.child.pid}`);
  if (second.child.exitCode === null) await once(second.child, 'exit');
  expect(second.child.exitCode).toBe(1);
  expect(first.child.exitCode).toBeNull();
});

test('the same folder under another name is the same folder', async () => {
  const { child } = await startHolder();
  const alias = `${folder}-alias`;
  await symlink(folder, alias);
  await expect(holdDataFolder(alias)).rejects.toThrow(`process ${child.pid}`);
  await rm(alias);
});

test('the lock of a killed process is taken over, round after round', async () => {
  for (let round = 0; round < 3; round++) {
    const { child, said } = await startHolder();
    expect(said).toContain('holding');
    await kill(child);
    expect(JSON.parse(await readFile(lockFile(), 'utf8')).pid).toBe(child.pid);
  }
  const lock = await holdDataFolder(folder);
  expect(JSON.parse(await readFile(lockFile(), 'utf8')).pid).toBe(process.pid);
  await lock.release();
});

test('a folder that was let go is free', async () => {
  const lock = await holdDataFolder(folder);
  await expect(holdDataFolder(folder)).rejects.toThrow(DataFolderInUse);
  await lock.release();
  await (await holdDataFolder(folder)).release();
});

test('of many that come at once one gets it', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => holdDataFolder(folder)));
  const winners = tries.filter((result) => result.status === 'fulfilled');
  expect(winners).toHaveLength(1);
  await winners[0]?.value.release();
});

test('a later process with the number of a dead holder does not keep the folder', async () => {
  const holder = await holderFile({ processStart: 'some other moment' });
  await writeFile(lockFile(), holder);
  await (await holdDataFolder(folder)).release();
});

test('a holder from before the machine was restarted is dead', async () => {
  await writeFile(lockFile(), await holderFile({ boot: 'before' }));
  await (await holdDataFolder(folder)).release();
});

test('a live holder elsewhere, known by its heartbeat, keeps the folder', async () => {
  await writeFile(lockFile(), await holderFile({ place: 'another container', pid: 1 }));
  let alive = true;
  const beats = (async () => {
    for (let heartbeat = 1; alive; heartbeat++) {
      // Moved into place whole, as a holder does: a reader never meets half a file.
      await writeFile(
        `${lockFile()}.new`,
        await holderFile({ place: 'another container', pid: 1, heartbeat }),
      );
      await rename(`${lockFile()}.new`, lockFile());
    }
  })();
  try {
    await expect(holdDataFolder(folder, 50)).rejects.toThrow('process 1 on another container');
  } finally {
    alive = false;
    await beats;
  }
});

test('a holder elsewhere whose heartbeat stands still is dead', async () => {
  await writeFile(lockFile(), await holderFile({ place: 'another container', pid: 1 }));
  await (await holdDataFolder(folder, 10)).release();
});

/** What this very process would write as holder, with some fields changed. */
let own: Record<string, unknown> | undefined;
async function holderFile(changes: Record<string, unknown>): Promise<string> {
  if (!own) {
    const elsewhere = await mkdtemp(join(tmpdir(), 'reprise-lock-'));
    const lock = await holdDataFolder(elsewhere);
    own = JSON.parse(await readFile(join(elsewhere, 'in-use.json'), 'utf8')) as Record<string, unknown>;
    await lock.release();
    await rm(elsewhere, { recursive: true });
  }
  return JSON.stringify({ ...own, token: 'other', ...changes });
}
