import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync, rmSync } from 'node:fs';
import { link, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { waitWhileInUse } from '../../wait-while-in-use.ts';

/**
 * Two processes would corrupt the embedded database, so two locks protect the folder:
 * - on Linux a socket in the abstract namespace, which the kernel frees with the process, but only within a container;
 * - a file in the folder with the owner and a heartbeat, for other containers and systems.
 */
export interface DataFolderLock {
  release(): Promise<void>;
}

export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse';
}

interface Holder {
  token: string;
  pid: number;
  /** Distinguishes a process from a later one with the same pid. */
  processStart: string;
  /** The machine and, in containers, the pid namespace. */
  place: string;
  boot: string;
  startedAt: string;
  heartbeat: number;
}

const defaultHeartbeatMs = 5000;

type LockOptions = {
  heartbeatMs?: number;
  /** Time to wait for the holder to end; 0 by default. */
  waitMs?: number;
  onWait?: (error: Error) => void;
};

/** Locks the folder or throws `DataFolderInUse`. Takes over only the lock of a dead process. */
export async function lockDataFolder(
  folder: string,
  { heartbeatMs = defaultHeartbeatMs, waitMs = 0, ...options }: LockOptions = {},
): Promise<DataFolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const realFolder = await realpath(folder);
  return waitWhileInUse(() => tryLock(realFolder, heartbeatMs), {
    ...options,
    waitMs,
    isInUse: (error) => error instanceof DataFolderInUse,
  });
}

async function tryLock(realFolder: string, heartbeatMs: number): Promise<DataFolderLock> {
  const file = join(realFolder, 'in-use.json');
  const socket = await listenOn(realFolder, file);
  try {
    await removeDeadHolder(realFolder, file, heartbeatMs);
    const self = describeSelf();
    await createFile(realFolder, file, self);
    return startHeartbeat(file, self, socket, heartbeatMs);
  } catch (error) {
    socket?.close();
    throw error;
  }
}

async function listenOn(folder: string, file: string): Promise<Server | undefined> {
  if (process.platform !== 'linux') return undefined;
  const name = createHash('sha1').update(folder).digest('hex');
  const server = createServer((connection) => connection.destroy());
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen({ path: `\0reprise-${name}` }, listening.resolve);
  server.unref();
  try {
    await listening.promise;
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw inUse(folder, await readHolder(file));
  }
}

async function removeDeadHolder(folder: string, file: string, heartbeatMs: number): Promise<void> {
  const holder = await readHolder(file);
  if (!holder) return;
  if (!(await isDead(file, holder, heartbeatMs))) throw inUse(folder, holder);
  const current = await readHolder(file);
  if (current && current.token !== holder.token) throw inUse(folder, current);
  await rm(file, { force: true });
}

async function isDead(file: string, holder: Holder, heartbeatMs: number): Promise<boolean> {
  const self = describeSelf();
  if (holder.place === self.place) {
    if (holder.boot !== self.boot) return true;
    const { state, start } = readProcess(holder.pid);
    return !isRunning(holder.pid) || start !== holder.processStart || isEnded(state);
  }
  // In another container or machine only the heartbeat shows life. Comparing two readings needs no common clock.
  await pause(6 * heartbeatMs);
  const later = await readHolder(file);
  return later === undefined || (later.token === holder.token && later.heartbeat === holder.heartbeat);
}

/** True for a zombie: the process is dead, and only its parent has not read its exit code. */
const isEnded = (state: string) => state === 'Z' || state === 'X';

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Writes the file aside and links it into place: it appears complete, and only the first of two processes succeeds. */
async function createFile(folder: string, file: string, self: Holder): Promise<void> {
  const aside = `${file}.${self.token}`;
  await writeFile(aside, JSON.stringify(self), { mode: 0o600 });
  try {
    await link(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw inUse(folder, await readHolder(file));
  } finally {
    await rm(aside, { force: true });
  }
}

function startHeartbeat(
  file: string,
  self: Holder,
  socket: Server | undefined,
  heartbeatMs: number,
): DataFolderLock {
  let writing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    writing = writing.then(() => writeHeartbeat(file, self)).catch(() => {});
  }, heartbeatMs).unref();
  const removeFile = () => removeAtExit(file, self);
  process.once('exit', removeFile);
  return {
    release: async () => {
      clearInterval(timer);
      process.off('exit', removeFile);
      await writing;
      if ((await readHolder(file))?.token === self.token) await rm(file, { force: true });
      socket?.close();
    },
  };
}

async function writeHeartbeat(file: string, self: Holder): Promise<void> {
  self.heartbeat += 1;
  const aside = `${file}.${self.token}`;
  await writeFile(aside, JSON.stringify(self), { mode: 0o600 });
  await rename(aside, file);
}

function removeAtExit(file: string, self: Holder): void {
  try {
    if (JSON.parse(readFileSync(file, 'utf8')).token === self.token) rmSync(file);
  } catch {
    // The file is already gone.
  }
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read. If no shop is running on this folder, delete that file.`, {
      cause: error,
    });
  }
}

function inUse(folder: string, holder: Holder | undefined): DataFolderInUse {
  if (!holder)
    return new DataFolderInUse(
      `The data folder ${folder} is in use by a process that is just starting or stopping.`,
    );
  const since = `since ${holder.startedAt}`;
  return new DataFolderInUse(
    `The data folder ${folder} is in use by process ${holder.pid} on ${holder.place}, ${since}. Stop it first.`,
  );
}

function describeSelf(): Holder {
  return {
    token: randomUUID(),
    pid: process.pid,
    processStart: readProcess(process.pid).start,
    place: [hostname(), readLinkOr('/proc/self/ns/pid', '')].filter(Boolean).join(' '),
    boot: readOr('/proc/sys/kernel/random/boot_id', ''),
    startedAt: new Date().toISOString(),
    heartbeat: 0,
  };
}

/** Returns the state of a process and its start in clock ticks since boot; empty on systems without /proc. */
function readProcess(pid: number): { state: string; start: string } {
  const stat = readOr(`/proc/${pid}/stat`, '');
  // Field 2, the name in parentheses, may contain spaces; the state is field 3, the start time field 22.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', start: fields[19] ?? '' };
}

function readOr(file: string, fallback: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return fallback;
  }
}

function readLinkOr(file: string, fallback: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return fallback;
  }
}
