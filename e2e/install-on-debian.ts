import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs packages that tests need, as root on Debian; returns false elsewhere. */
export function installOnDebian(...packages: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.log(`Installing ${packages.join(', ')} for the browser tests …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    execFileSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return true;
}
