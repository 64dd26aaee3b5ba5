import { execFileSync } from 'node:child_process';

const lock = '/var/lock/reprise-apt-install';

/** Installs packages as root on Debian. Test files that need some at once take turns: apt-get does not wait for itself. */
export function aptInstall(packages: string[]): void {
  for (const words of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    execFileSync('flock', [lock, 'apt-get', ...words], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
}
