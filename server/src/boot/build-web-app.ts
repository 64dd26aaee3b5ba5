import { execFile } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { lockDataFolder } from '../platform/database/embedded/data-folder-lock.ts';
import { minuteMs } from '../platform/time.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Written by the last step of a build, `web/compress-build.ts`. */
const buildStamp = `${root}web/build/complete`;
const sources = [
  'web/app/**/*',
  'web/public/**/*',
  'web/*.{ts,json}',
  'contract/src/**/*',
  'package-lock.json',
];
const maxBuildMs = 10 * minuteMs;

/** Builds the web app if a source is newer than the last build; exits if the build fails. */
export async function buildWebAppIfStale(): Promise<void> {
  if (!isStale()) return;
  // Two builds at once would delete each other's files.
  const lock = await lockDataFolder(`${root}web/build`, { waitMs: maxBuildMs });
  try {
    if (isStale()) await build();
  } finally {
    await lock.release();
  }
}

async function build(): Promise<void> {
  console.log('Building the web app (about 15 seconds, only when its sources changed) …');
  try {
    await promisify(execFile)('npm', ['run', 'build', '--silent'], { cwd: root, maxBuffer: Infinity });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    console.error(stdout, stderr);
    console.error('The web app could not be built; see the output above.');
    process.exit(1);
  }
}

function isStale(): boolean {
  if (!existsSync(buildStamp)) return true;
  // A container has the build alone.
  if (!existsSync(`${root}web/app`)) return false;
  const builtAt = statSync(buildStamp).mtimeMs;
  return globSync(sources, { cwd: root }).some((path) => statSync(root + path).mtimeMs > builtAt);
}
