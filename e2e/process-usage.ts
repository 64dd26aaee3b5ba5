import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

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
