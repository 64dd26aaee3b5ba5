import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';

export { expect };

/** Shop under test, with the access to create products. */
export type Shop = { url: string; adminToken: string; dataDir: string };

type Story = {
  /** Opens a page of another visitor, in a browser context of their own. */
  newVisitor: () => Promise<Page>;
  /** Declares a console error that the journey expects, such as the response to a declined card. */
  tolerate: (noise: RegExp) => void;
  watch: Watch;
  renewedToken: undefined;
};

/** Errors of the pages of one journey, and those to tolerate. */
type Watch = { complaints: string[]; tolerated: RegExp[] };

/** Fails a journey when a page throws, logs an error or violates its Content-Security-Policy. */
export const test = base.extend<Story, { shop: Shop }>({
  shop: [
    async ({ browser: _ }, use) => {
      const url = process.env.SHOP_URL ?? '';
      await use({ url, adminToken: await signIn(url, admin), dataDir: process.env.SHOP_DATA_DIR ?? '' });
    },
    { scope: 'worker' },
  ],
  // An account has at most 50 sessions: the sign-ins of the journeys end the oldest.
  renewedToken: [
    async ({ shop }, use) => {
      if (shop.url === process.env.SHOP_URL) shop.adminToken = await signIn(shop.url, admin);
      await use(undefined);
    },
    { auto: true },
  ],
  watch: [
    async ({ context }, use) => {
      const watch: Watch = { complaints: [], tolerated: [] };
      await listen(context, watch);
      await use(watch);
      const { complaints, tolerated } = watch;
      const unexpected = complaints.filter((line) => !tolerated.some((noise) => noise.test(line)));
      expect(unexpected, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
  tolerate: async ({ watch }, use) => {
    await use((noise) => watch.tolerated.push(noise));
  },
  newVisitor: async ({ browser, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      await listen(context, watch);
      return await context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

async function listen(context: BrowserContext, { complaints }: Watch): Promise<void> {
  context.on('weberror', (error) => complaints.push(`${error.page()?.url()}: ${error.error()}`));
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.location().url}: ${message.text()}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`Content-Security-Policy: ${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
}

/** Opens a URL and waits for hydration; an earlier click would be lost. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
}

/** State that React stores at the hydrated document. */
type HydratedRoot = { stateNode: { current: { memoizedState: { isDehydrated: boolean } | null } } };

/**
 * Waits until React has hydrated the page and run its effects; public pages load it after the paint. A screen of the back
 * office renders a moment later: before keys are typed, wait for what takes them.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const kept = Object.entries(document).find(([key]) =>
      key.startsWith('__reactContainer'),
    )?.[1] as HydratedRoot;
    return kept?.stateNode.current.memoizedState?.isDehydrated === false;
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}
