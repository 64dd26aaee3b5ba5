import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const buildOutput = `${root}web/build/server/index.js`;
const sources = [
  'web/app/**/*',
  'web/public/**/*',
  'web/*.{ts,json}',
  'contract/src/**/*',
  'package-lock.json',
];

/** Builds the web app if a source is newer than the last build; exits if the build fails. */
export function buildWebAppIfStale(): void {
  if (!isStale()) return;
  console.log('Building the web app (about 15 seconds, only when its sources changed) …');
  const result = spawnSync('npm', ['run', 'build', '--silent'], { cwd: root, encoding: 'utf8' });
  if (result.status === 0) return;
  console.error(result.stdout, result.stderr);
  console.error('The web app could not be built; see the output above.');
  process.exit(1);
}

function isStale(): boolean {
  if (!existsSync(buildOutput)) return true;
  // A container has the build alone.
  if (!existsSync(`${root}web/app`)) return false;
  const builtAt = statSync(buildOutput).mtimeMs;
  return globSync(sources, { cwd: root }).some((path) => statSync(root + path).mtimeMs > builtAt);
}
