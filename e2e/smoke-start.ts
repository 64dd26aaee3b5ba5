import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '../server/test/free-port.ts';

// `npm run test:smoke` follows the README as a new user does: copies the sources into a folder with a blank in its path,
// installs them with the npm that Node 20 brings, starts the shop, asks for a page and a product, presses Ctrl-C.
// `npm run test:smoke -- 9.2.0` takes another npm. The Node is the one of the system.

const npm = `npm@${process.argv[2] ?? '10.8.2'}`;
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'reprise first start '));
const port = await freePort();

/** Environment of a new user: neither the installed Node on the path, nor settings of the developer's shop. */
const environment = Object.fromEntries(
  Object.entries({ ...process.env, PATH: pathOfSystem() }).filter(([name]) =>
    /^(PATH|HOME|TMPDIR|\w+_proxy|NODE_EXTRA_CA_CERTS)$/i.test(name),
  ),
);

try {
  copySources();
  const node = execFileSync('node', ['--version'], { env: environment, encoding: 'utf8' }).trim();
  console.log(`Installing and starting with ${npm} and Node ${node} …`);
  await install();
  const shop = await start();
  const page = await fetch(`http://127.0.0.1:${port}`);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<h1/);
  const response = await fetch(`http://127.0.0.1:${port}/api/products?limit=1`);
  assert.equal(response.status, 200);
  const { data } = (await response.json()) as { data: { products: object[] } };
  assert.equal(data.products.length, 1);
  await pressControlC(shop);
} finally {
  rmSync(folder, { recursive: true });
}
console.log('The shop was installed, started, answered and stopped.\n\n1 passed, 0 failed');

function pathOfSystem(): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((path) => !path.includes(`${sep}node_modules${sep}`)).join(delimiter);
}

/** Copies what git would commit. */
function copySources(): void {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const path of list.split('\0').filter((path) => path && existsSync(join(root, path)))) {
    cpSync(join(root, path), join(folder, path));
  }
}

function runNpm(command: string, settings: Record<string, string> = {}): ChildProcess {
  return spawn('npx', ['--yes', npm, command, '--prefer-offline'], {
    cwd: folder,
    env: { ...environment, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process group of its own, as a terminal gives to what is typed.
    detached: true,
  });
}

async function install(): Promise<void> {
  const [status] = await once(runNpm('ci').on('error', assert.ifError), 'exit');
  assert.equal(status, 0);
}

async function start(): Promise<ChildProcess> {
  const child = runNpm('start', { PORT: String(port) });
  const isOpen = Promise.withResolvers<void>();
  createInterface({ input: child.stdout ?? assert.fail() }).on('line', (line) => {
    if (line.includes('Reprise is open')) isOpen.resolve();
  });
  child.once('exit', (status) => isOpen.reject(new Error(`The shop ended with ${status}.`)));
  await isOpen.promise;
  return child;
}

/** Sends the signal to npm, its shell and the shop, as a terminal does; returns when all of them have ended. */
async function pressControlC(child: ChildProcess): Promise<void> {
  process.kill(-(child.pid ?? assert.fail()), 'SIGINT');
  await once(child, 'close');
  await assert.rejects(fetch(`http://127.0.0.1:${port}`));
  assert.equal(existsSync(join(folder, 'data/in-use.json')), false);
}
