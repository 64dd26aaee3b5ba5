import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPrivateServer } from '../../server/test/postgres-server.ts';
import { cpuMsOf } from '../process-usage.ts';
import { runShop } from '../running-shop.ts';
import { databaseOn } from './large-shop.ts';
import { withRange } from './rounds.ts';

const starts = 5;
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Measures the time from the start of a demo shop to its first page, and the size of its installation. */
export async function measureStart(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-start-'));
  const postgres = await startPrivateServer();
  console.log(
    `\n| start to first page, medians of ${starts} | CPU s | s | wanted, CPU s |\n|---|---|---|---|`,
  );
  for (const [name, databaseUrl, wanted] of [
    ['PostgreSQL', postgres.url, 2],
    ['embedded database', undefined, 4],
  ] as const) {
    const empty = await timeStart({
      dataDir: join(folder, `empty, ${name}`),
      databaseUrl: databaseUrl && (await databaseOn(databaseUrl, 'empty')).url,
    });
    const where = { dataDir: join(folder, name), databaseUrl };
    // The first start fills the shop, the second one fills the compile cache.
    const first = await timeStart({ ...where, demo: true });
    await timeStart(where);
    const seen: { cpu: number; clock: number }[] = [];
    for (let start = 0; start < starts; start++) seen.push(await timeStart(where));
    const of = (figure: 'cpu' | 'clock') =>
      withRange(
        seen.map((each) => each[figure] / 1000),
        2,
      );
    console.log(`| ${name} | ${of('cpu')} | ${of('clock')} | ${wanted} |`);
    for (const [what, { cpu, clock }, limit] of [
      ['first start, empty', empty, ''],
      ['first start with the demo', first, 30],
    ] as const) {
      console.log(
        `| ${name}, ${what}, once | ${(cpu / 1000).toFixed(1)} | ${(clock / 1000).toFixed(1)} | ${limit} |`,
      );
    }
  }
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
  const [all, needed] = [packagesOf([]), packagesOf(['--omit=dev'])];
  console.log(
    `\n${needed.length} packages to run it, ${sizeOf(needed)} MB; ${all.length} to work on it, ${sizeOf(all)} MB.`,
  );
}

async function timeStart(where: Parameters<typeof runShop>[0]): Promise<{ cpu: number; clock: number }> {
  const startedAt = performance.now();
  const shop = await runShop(where);
  const page = await fetch(shop.url);
  await page.arrayBuffer();
  const took = { cpu: cpuMsOf(shop.pid), clock: performance.now() - startedAt };
  if (!page.ok) throw new Error(`The first page answered ${page.status}.`);
  await shop.stop();
  return took;
}

/** Returns the folders that `npm ci` installs with these options; own workspaces are links. */
function packagesOf(words: string[]): string[] {
  const output = execFileSync('npm', ['ls', '--all', '--parseable', ...words], {
    cwd: root,
    encoding: 'utf8',
  });
  const folders = output.split('\n').filter((path) => path.includes('/node_modules/'));
  return [...new Set(folders)];
}

/** Returns the size on disk in MB; nested folders count once. */
function sizeOf(folders: string[]): string {
  const output = execFileSync('du', ['-sck', ...folders], { encoding: 'utf8' });
  return (Number(/(\d+)\s+total/.exec(output)?.[1]) / 1024).toFixed(0);
}
