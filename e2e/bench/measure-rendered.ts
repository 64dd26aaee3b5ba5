import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call } from '../plain-client.ts';
import { cpuMsOf } from '../process-usage.ts';
import { press } from './press.ts';
import { median, rounds, withRange } from './rounds.ts';

const bareServer = fileURLToPath(new URL('bare-server.ts', import.meta.url));
const connections = 8;
const seconds = 3;

/**
 * Measures the list page rendered for every request, beside React Router pages that render only its cards from
 * memory, and as many headings with a price.
 */
export async function measureRendered(base: string, pid: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bare-'));
  const products = join(folder, 'products.json');
  writeFileSync(products, JSON.stringify((await call(base, 'GET', '/products?limit=24')).body.data.products));
  const child = spawn(process.execPath, [bareServer], {
    env: { ...process.env, NODE_ENV: 'production', BARE_CARDS: products },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const bare = new URL(String(line).trim()).origin;
  // Requests with a bearer token bypass the response cache. This token belongs to no user.
  const headers = { authorization: 'Bearer nobody' };
  const pages = {
    'product list': { url: base, path: '/products', pid },
    'its cards alone': { url: bare, path: '/cards', pid: child.pid ?? 0 },
    'headings with a price': { url: bare, path: '/', pid: child.pid ?? 0 },
  };
  const seen = Object.entries(pages).map(([name, page]) => ({ name, ...page, rates: [0], cpu: [0] }));
  for (let round = -1; round < rounds; round++) {
    for (const page of seen) {
      const before = cpuMsOf(page.pid);
      const requests = [{ method: 'GET' as const, path: page.path, headers }];
      const { perSecond } = await press(page.url, { connections, seconds, requests });
      // The first round only warms up.
      if (round < 0) Object.assign(page, { rates: [], cpu: [] });
      else {
        page.rates.push(perSecond);
        page.cpu.push((cpuMsOf(page.pid) - before) / (perSecond * seconds));
      }
    }
  }
  console.log(
    '\n| page, rendered anew | KB | per second | ms of the process | list beside it |\n|---|---|---|---|---|',
  );
  const list = median(seen[0]?.rates ?? []);
  for (const { name, url, path, rates, cpu } of seen) {
    const kb = (await (await fetch(url + path)).arrayBuffer()).byteLength / 1024;
    const ratio = list / median(rates);
    const cells = [name, kb.toFixed(0), withRange(rates), withRange(cpu, 1), ratio.toFixed(2)];
    console.log(`| ${cells.join(' | ')} |`);
  }
  child.kill();
  rmSync(folder, { recursive: true });
}
