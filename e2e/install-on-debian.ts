import { existsSync } from 'node:fs';
import { aptInstall } from '../server/test/apt-install.ts';

/** Installs packages that tests need, as root on Debian; returns false elsewhere. */
export function installOnDebian(...packages: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.log(`Installing ${packages.join(', ')} for the browser tests …`);
  aptInstall(packages);
  return true;
}
