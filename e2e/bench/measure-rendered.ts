import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { median, rounds } from './median.ts';
import { type Pressed, press } from './press.ts';

const bareServer = fileURLToPath(new URL('bare-server.ts', import.meta.url));
const connections = 8;
const seconds = 3;

/** The list page rendered for every request, beside a React Router page with as many cards and nothing else. */
export async function measureRendered(base: string): Promise<void> {
  const child = spawn(process.execPath, [bareServer], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const bareUrl = String(line).trim();
  // A token is somebody's: what is asked with one is never taken from what is kept. This one is nobody's.
  const headers = { authorization: 'Bearer nobody' };
  const list = () =>
    press(base, { connections, seconds, requests: [{ method: 'GET', path: '/products', headers }] });
  const bare = () =>
    press(new URL(bareUrl).origin, { connections, seconds, requests: [{ method: 'GET', path: '/' }] });
  const figures: { list: Pressed[]; bare: Pressed[] } = { list: [], bare: [] };
  for (let round = -1; round < rounds; round++) {
    const [ours, theirs] = [await list(), await bare()];
    // The first round only warms up.
    if (round < 0) continue;
    figures.list.push(ours);
    figures.bare.push(theirs);
  }
  child.kill();
  const [ours, theirs] = [figures.list, figures.bare].map((all) => median(all.map((each) => each.perSecond)));
  console.log('\n| page, rendered anew | per second | bare React Router page | ratio |\n|---|---|---|---|');
  console.log(
    `| product list | ${ours?.toFixed(0)} | ${theirs?.toFixed(0)} | ${((ours ?? 0) / (theirs ?? 1)).toFixed(2)} |`,
  );
}
