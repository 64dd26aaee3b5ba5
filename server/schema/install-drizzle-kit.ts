import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('drizzle-kit', import.meta.url));
const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
const installed = join(folder, 'node_modules');

/** Installs the generator of migrations unless it is there; returns its program. */
export function installDrizzleKit(): string {
  if (!isInstalled()) {
    console.log('Installing drizzle-kit, once (50 MB) …');
    const aside = installAside();
    // Another test may have installed it in the meantime.
    if (!isInstalled()) {
      rmSync(installed, { recursive: true, force: true });
      renameSync(join(aside, 'node_modules'), installed);
    }
    rmSync(aside, { recursive: true });
  }
  return join(installed, 'drizzle-kit', 'bin.cjs');
}

function isInstalled(): boolean {
  const manifest = join(installed, 'drizzle-kit', 'package.json');
  if (!existsSync(manifest)) return false;
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return JSON.parse(readFileSync(manifest, 'utf8')).version === dependencies['drizzle-kit'];
}

/** Installs into a folder of its own, so that an interrupted installation never looks complete. */
function installAside(): string {
  mkdirSync(cache, { recursive: true });
  const aside = mkdtempSync(join(cache, 'drizzle-kit-'));
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(folder, file), join(aside, file));
  // npm runs on the Node of this process.
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: aside,
    env: { ...process.env, PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return aside;
}
