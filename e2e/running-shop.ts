import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '../server/test/free-port.ts';

/** Node's compile cache, shared by all starts: tests start the shop very often. */
const compiled = join(tmpdir(), 'reprise-compiled');

const ownCheckout = fileURLToPath(new URL('..', import.meta.url));
const readThenWait = fileURLToPath(new URL('read-then-wait.ts', import.meta.url));

export const admin = { email: 'owner@shop.test', password: 'Correct-horse-battery-7' };

/** A shop in its own process, started like `npm start`. */
export type RunningShop = {
  url: string;
  pid: number;
  /** Lines of its output so far. */
  output: readonly string[];
  /** Resolves when the process has ended for any reason. */
  ended: Promise<void>;
  /** Kills the process (SIGKILL) without cleanup. */
  kill: () => Promise<void>;
  /** Stops the process like Ctrl-C; resolves with the exit code. */
  stop: () => Promise<number | null>;
};

type Options = {
  dataDir: string;
  databaseUrl?: string | undefined;
  demo?: boolean;
  /** Creates its database instead of copying the one that `npm test` prepared. */
  freshDatabase?: boolean;
  port?: number;
  logLevel?: string;
  /** Another checkout of the project, installed by `npm ci`, whose shop is started instead of this one's. */
  checkout?: string;
  /** Additional settings. */
  settings?: Record<string, string>;
  /** Receives each line that the shop prints before it is open. */
  onStartLine?: (line: string) => void;
};

/** Starts the built shop and waits until it reports that it is open. */
export async function runShop(options: Options): Promise<RunningShop> {
  const port = options.port ?? (await freePort());
  return opened(spawnShop(options, [], port), port, options.onStartLine);
}

/** A loaded shop that waits; it opens neither its folder nor its database before `open`. */
export type PreparedShop = { open: () => Promise<RunningShop>; drop: () => void };

/** Starts loading a shop that is opened later, so that loading overlaps with the work of another shop. */
export function prepareShop(options: Options): PreparedShop {
  const child = spawnShop(options, ['--import', readThenWait]);
  return {
    open: async () => {
      const port = options.port ?? (await freePort());
      child.stdin?.write(String(port));
      return opened(child, port);
    },
    drop: () => child.kill('SIGKILL'),
  };
}

function spawnShop(options: Options, before: string[], port?: number): ChildProcess {
  const {
    dataDir,
    databaseUrl,
    demo = false,
    freshDatabase = false,
    logLevel = 'error',
    settings = {},
  } = options;
  const start = join(options.checkout ?? ownCheckout, 'server/start.js');
  if (!databaseUrl && !freshDatabase) copyDatabase(dataDir, demo);
  const child = spawn(process.execPath, [...before, start], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // The developer's own settings must not reach a test.
      ENV_FILE: '/dev/null',
      NODE_COMPILE_CACHE: compiled,
      DATA_DIR: dataDir,
      DEMO: demo ? '1' : '0',
      OPEN: '1',
      RATE_LIMIT: 'off',
      PAYMENTS: 'test',
      LOG_LEVEL: logLevel,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...settings,
      ...(port !== undefined && { PORT: String(port) }),
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  child.once('exit', () => process.off('exit', killAtExit));
  return child;
}

/** Copies the database that `npm test` prepared into a new folder: creating one is most of a first start. */
function copyDatabase(dataDir: string, demo: boolean): void {
  const database = join(dataDir, 'database');
  const template = demo ? process.env.DEMO_SHOP : process.env.EMPTY_SHOP;
  if (!template || existsSync(database)) return;
  cpSync(template, dataDir, { recursive: true });
  chmodSync(database, 0o700);
}

async function opened(
  child: ChildProcess,
  port: number,
  onStartLine?: (line: string) => void,
): Promise<RunningShop> {
  const output: string[] = [];
  const ended = once(child, 'exit').then(() => {});
  await untilOpen(child, output, onStartLine);
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output,
    ended,
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
}

async function untilOpen(
  child: ChildProcess,
  output: string[],
  onStartLine?: (line: string) => void,
): Promise<void> {
  const open = Promise.withResolvers<void>();
  let isOpen = false;
  const listen = (stream: NodeJS.ReadableStream | null) => {
    if (!stream) return;
    createInterface({ input: stream }).on('line', (line) => {
      output.push(line);
      if (!isOpen) onStartLine?.(line);
      if (!line.includes('Reprise is open')) return;
      isOpen = true;
      open.resolve();
    });
  };
  listen(child.stdout);
  listen(child.stderr);
  child.once('exit', (code) => open.reject(new Error(`The shop ended with ${code}:\n${output.join('\n')}`)));
  await open.promise;
}
