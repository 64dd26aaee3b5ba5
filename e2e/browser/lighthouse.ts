import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from '../bench/rounds.ts';
import { findBrowser } from '../find-browser.ts';
import { call } from '../plain-client.ts';
import { runShop } from '../running-shop.ts';
import { serveBarePage } from './serve-bare-page.ts';

// Lighthouse's mobile preset on the built product, beside a bare React Router page in the same run. It is
// downloaded on demand, so that running the shop does not install it.

const run = promisify(execFile);
const version = '13.5.0';
const rounds = Number(process.env.LIGHTHOUSE_ROUNDS ?? 5);

type Scores = { performance: number; accessibility: number; practices: number; seo: number };
type Run = Scores & { paintMs: number; blockingMs: number; shift: number };

const dataDir = mkdtempSync(join(tmpdir(), 'reprise-lighthouse-'));
const shop = await runShop({ dataDir, demo: true });
const bare = await serveBarePage();
let failed = false;
try {
  const { body } = await call(shop.url, 'GET', '/products?search=iPhone&limit=1');
  const pages = {
    'bare React Router page': bare.url,
    home: `${shop.url}/`,
    products: `${shop.url}/products`,
    product: `${shop.url}/product/${body.data.products[0].slug}`,
    search: `${shop.url}/search?q=iphone`,
  };
  console.log(`\nLighthouse ${version}, mobile, medians of ${rounds} runs\n`);
  console.log('| page | performance | accessibility | best practices | SEO | LCP ms | blocking ms | shift |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const [name, url] of Object.entries(pages)) {
    const runs: Run[] = [];
    for (let round = 0; round < rounds; round++) runs.push(await examine(url));
    const of = (field: keyof Run) => median(runs.map((run) => run[field]));
    const { performance, accessibility, practices, seo } = {
      performance: of('performance'),
      accessibility: of('accessibility'),
      practices: of('practices'),
      seo: of('seo'),
    };
    console.log(
      `| ${name} | ${performance} | ${accessibility} | ${practices} | ${seo} | ${Math.round(of('paintMs'))} | ${Math.round(of('blockingMs'))} | ${of('shift').toFixed(3)} |`,
    );
    if (name === 'bare React Router page') continue;
    // Search results are noindex, which is the only SEO point they may lose.
    const whole = name === 'search' ? [accessibility, practices] : [accessibility, practices, seo];
    if (performance < 95 || whole.some((score) => score < 100)) failed = true;
  }
} finally {
  bare.close();
  await shop.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

/** A truncated browser trace is invalid, so Lighthouse runs again. */
async function examine(url: string, triesLeft = 2): Promise<Run> {
  try {
    return await measure(url);
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    if (triesLeft === 0 || !stderr?.includes('Please run Lighthouse again')) throw error;
    return examine(url, triesLeft - 1);
  }
}

async function measure(url: string): Promise<Run> {
  const { stdout } = await run(
    'npm',
    [
      ...['exec', '--yes', `--package=lighthouse@${version}`, '--', 'lighthouse', url],
      ...['--quiet', '--output=json', '--output-path=stdout'],
      '--only-categories=performance,accessibility,best-practices,seo',
      '--chrome-flags=--headless=new --no-sandbox --disable-background-networking --disable-component-update',
    ],
    { env: { ...process.env, CHROME_PATH: findBrowser() }, maxBuffer: 64 * 1024 * 1024, timeout: 120_000 },
  );
  const { categories, audits } = JSON.parse(stdout);
  const score = (name: string) => Math.round(categories[name].score * 100);
  if (process.env.LIGHTHOUSE_FINDINGS) printFindings(url, audits);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
    seo: score('seo'),
    paintMs: audits['largest-contentful-paint'].numericValue,
    blockingMs: audits['total-blocking-time'].numericValue,
    shift: audits['cumulative-layout-shift'].numericValue,
  };
}

type Audit = {
  id: string;
  title: string;
  score: number | null;
  scoreDisplayMode: string;
  displayValue?: string;
};

/** Prints the failed audits if LIGHTHOUSE_FINDINGS is set. */
function printFindings(url: string, audits: Record<string, Audit>): void {
  console.log(`\n${url}`);
  for (const { id, title, score, displayValue } of Object.values(audits)) {
    if (score !== null && score < 0.9) console.log(`  ${id} ${score} ${title} ${displayValue ?? ''}`);
  }
}
