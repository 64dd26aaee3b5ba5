import { execFile } from 'node:child_process';
import { cpSync, existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../server/test/temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const build = `
  import { buildWebAppIfStale } from './server/src/boot/build-web-app.ts';
  await buildWebAppIfStale();
  console.log('Ready');
`;

/** Copies what a build needs into a folder without a build. */
function cloneWithoutBuild(): string {
  const folder = temporaryFolder();
  const isSource = (path: string) => !['node_modules', 'build', '.react-router'].includes(basename(path));
  for (const part of [
    'web',
    'contract',
    'server/src',
    'run.js',
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
  ])
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: isSource });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'build.ts'), build);
  return folder;
}

test('two starts at once in one clone build the web app once and both go on', async () => {
  const folder = cloneWithoutBuild();
  const start = () => promisify(execFile)(process.execPath, ['run.js', 'build.ts'], { cwd: folder });
  const outputs = (await Promise.all([start(), start()])).map(({ stdout }) => stdout);
  expect(outputs.map((text) => text.includes('Ready'))).toEqual([true, true]);
  expect(outputs.filter((text) => text.includes('Building'))).toHaveLength(1);
  expect(existsSync(join(folder, 'web/build/server/index.js'))).toBe(true);
  expect((await start()).stdout).toBe('Ready\n');
});
