import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Processor time that a process has taken so far, in ms; nought where the system does not tell (only Linux does). */
export function cpuMsOf(pid: number): number {
  try {
    const told = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind the name, which may hold spaces: the 12th and 13th field are of the process, in hundredths of a second.
    const fields = told.slice(told.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

/** The memory that a process holds at this moment, in MB; nought where there is none. */
export function megabytesOf(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(stdout) / 1024;
}
