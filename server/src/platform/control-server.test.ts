import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openControlServer, runInOpenShop } from './control-server.ts';

let folder: string;
let close: () => Promise<void>;
const file = () => join(folder, 'command-door.json');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-control-'));
  close = await openControlServer(folder, async (command, print) => {
    if ((command as { name: string }).name === 'fail') throw new Error('That cannot be done.');
    print(`doing ${JSON.stringify(command)}`);
    return 7;
  });
});
afterEach(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

const run = async (name: string) => {
  const lines: string[] = [];
  return { exit: await runInOpenShop(folder, { name }, (line) => lines.push(line)), lines };
};

test('the running shop executes a command and returns its output and exit code', async () => {
  expect(await run('check')).toEqual({ exit: 7, lines: ['doing {"name":"check"}'] });
  expect(await run('fail')).toEqual({ exit: 1, lines: ['That cannot be done.'] });
});

test('a request without the key is rejected, and only the owner can read the key', async () => {
  expect((await stat(file())).mode & 0o077).toBe(0);
  const endpoint = JSON.parse(await readFile(file(), 'utf8'));
  const request = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${endpoint.port}`, { method: 'POST', headers, body: '{"name":"check"}' });
  expect((await request({})).status).toBe(401);
  expect((await request({ authorization: `Bearer ${'x'.repeat(endpoint.key.length)}` })).status).toBe(401);
});

test('a command returns undefined at once when no shop responds', async () => {
  await close();
  expect((await run('check')).exit).toBeUndefined();
  await writeFile(file(), JSON.stringify({ port: 1, key: 'old' }));
  expect((await run('check')).exit).toBeUndefined();
});
