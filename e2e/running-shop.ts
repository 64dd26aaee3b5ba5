import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** What Node made of our sources, kept between starts: tests start the shop very often. */
const compiled = join(tmpdir(), 'reprise-compiled');

const start = fileURLToPath(new URL('../server/start.js', import.meta.url));

export const admin = { email: 'owner@shop.test', password: 'correct-horse-battery' };

/** A shop running as a process of its own, as `npm start` runs it. */
export type RunningShop = {
  url: string;
  pid: number;
  /** Everything it has written to its output so far, line by line. */
  said: readonly string[];
  /** Resolves when it has ended, by whatever hand. */
  ended: Promise<void>;
  /** Ends it without a chance to clean up. */
  kill: () => Promise<void>;
  /** Ends it as Ctrl-C does; resolves with the exit code. */
  stop: () => Promise<number | null>;
};

type Options = {
  dataDir: string;
  databaseUrl?: string | undefined;
  demo?: boolean;
  port?: number;
  logLevel?: string;
  /** Further settings. */
  settings?: Record<string, string>;
};

/** Starts the built shop and waits until it says that it is open. */
export async function runShop({
  dataDir,
  databaseUrl,
  demo = false,
  port,
  logLevel = 'error',
  settings = {},
}: Options): Promise<RunningShop> {
  const onPort = port ?? (await freePort());
  const child = spawn(process.execPath, [start], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: compiled,
      PORT: String(onPort),
      DATA_DIR: dataDir,
      DEMO: demo ? '1' : '0',
      RATE_LIMIT: 'off',
      LOG_LEVEL: logLevel,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...settings,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const said: string[] = [];
  const ended = once(child, 'exit').then(() => {});
  await untilOpen(child, said);
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    process.off('exit', killAtExit);
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  return {
    url: `http://127.0.0.1:${onPort}`,
    pid: child.pid ?? 0,
    said,
    ended,
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
}

async function untilOpen(child: ChildProcess, said: string[]): Promise<void> {
  const open = Promise.withResolvers<void>();
  const listen = (stream: NodeJS.ReadableStream | null) => {
    if (!stream) return;
    createInterface({ input: stream }).on('line', (line) => {
      said.push(line);
      if (line.includes('Reprise is open')) open.resolve();
    });
  };
  listen(child.stdout);
  listen(child.stderr);
  child.once('exit', (code) => open.reject(new Error(`The shop ended with ${code}:\n${said.join('\n')}`)));
  await open.promise;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
