import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Fields of /proc/<pid>/stat after the name, which can contain spaces: state, parent and so on; empty without it. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Returns the processor time of a process in ms; 0 on systems other than Linux. */
export function cpuMsOf(pid: number): number {
  // User and system time in hundredths of a second.
  const [user = 0, system = 0] = statOf(pid).slice(11, 13).map(Number);
  return (user + system) * 10;
}

/** Returns the processor time of a process and its children in ms, ended ones included; 0 on systems other than Linux. */
export function cpuMsWithChildren(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const [user = 0, system = 0] = statOf(pid).slice(13, 15).map(Number);
  const children = readdirSync('/proc')
    .map(Number)
    .filter((child) => child > 0 && parentOf(child) === pid);
  return [pid, ...children].reduce((sum, process) => sum + cpuMsOf(process), (user + system) * 10);
}

/** Returns the id of the parent of a process; 0 on systems other than Linux. */
export const parentOf = (pid: number): number => Number(statOf(pid)[1] ?? 0);

/** Returns the resident memory of a process in MB; 0 if there is no such process. */
export function megabytesOf(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(stdout) / 1024;
}

/** Forgets the highest resident memory of a process so far. Does nothing on systems other than Linux. */
export function resetPeakMegabytes(pid: number): void {
  if (process.platform === 'linux') writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Returns the highest resident memory of a process in MB since the reset; its present one elsewhere than on Linux. */
export function peakMegabytesOf(pid: number): number {
  if (process.platform !== 'linux') return megabytesOf(pid);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
