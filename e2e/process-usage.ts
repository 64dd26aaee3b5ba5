import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** Returns the processor time of a process in ms; 0 on systems other than Linux. */
export function cpuMsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name can contain spaces. The 12th and 13th field after it are user and system time in hundredths of a
    // second.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

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
