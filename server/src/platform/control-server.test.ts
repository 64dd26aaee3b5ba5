import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askRunningShop, openControlServer } from './control-server.ts';

let folder: string;
let shut: () => Promise<void>;
const file = () => join(folder, 'command-door.json');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-door-'));
  shut = await openControlServer(folder, async (command, print) => {
    if ((command as { name: string }).name === 'fail') throw new Error('That cannot be done.');
    print(`doing ${JSON.stringify(command)}`);
    return 7;
  });
});
afterEach(async () => {
  await shut();
  await rm(folder, { recursive: true, force: true });
});

const ask = async (name: string) => {
  const said: string[] = [];
  return { exit: await askRunningShop(folder, { name }, (line) => said.push(line)), said };
};

test('a command is done by the running shop, with what it says and the code it ends with', async () => {
  expect(await ask('check')).toEqual({ exit: 7, said: ['doing {"name":"check"}'] });
  expect(await ask('fail')).toEqual({ exit: 1, said: ['That cannot be done.'] });
});

test('only who can read the key is let in, and only the owner can', async () => {
  expect((await stat(file())).mode & 0o077).toBe(0);
  const door = JSON.parse(await readFile(file(), 'utf8'));
  const knock = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${door.port}`, { method: 'POST', headers, body: '{"name":"check"}' });
  expect((await knock({})).status).toBe(401);
  expect((await knock({ authorization: `Bearer ${'x'.repeat(door.key.length)}` })).status).toBe(401);
});

test('where no shop answers nobody waits: the file of a killed one is no door', async () => {
  await shut();
  expect((await ask('check')).exit).toBeUndefined();
  await writeFile(file(), JSON.stringify({ port: 1, key: 'old' }));
  expect((await ask('check')).exit).toBeUndefined();
});
