import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';

export { expect };

/** The shop under test, and what lets a story prepare its own goods there. */
export type Shop = { url: string; adminToken: string; dataDir: string };

type Story = {
  /** Somebody else, at a browser of their own. */
  newVisitor: () => Promise<Page>;
  /** Names an error in the console that belongs to the story, such as the answer to a declined card. */
  tolerate: (noise: RegExp) => void;
  watch: Watch;
};

/** What the pages of one story complained about, and which of it was to be expected. */
type Watch = { complaints: string[]; tolerated: RegExp[] };

/** Every story fails when a page throws, logs an error or breaks its Content-Security-Policy. */
export const test = base.extend<Story, { shop: Shop }>({
  shop: [
    async ({ browser: _ }, use) => {
      const url = process.env.SHOP_URL ?? '';
      await use({ url, adminToken: await signIn(url, admin), dataDir: process.env.SHOP_DATA_DIR ?? '' });
    },
    { scope: 'worker' },
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

/** Opens an address and waits until its scripts have taken over: an earlier click would be lost. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await isAlive(page);
}

/** What React keeps at the document it has taken over. */
type Kept = { stateNode: { current: { memoizedState: { isDehydrated: boolean } | null } } };

/** Until React has taken the page over and done what it does right after: public pages fetch it after the paint. */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const kept = Object.entries(document).find(([key]) => key.startsWith('__reactContainer'))?.[1] as Kept;
    return kept?.stateNode.current.memoizedState?.isDehydrated === false;
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}
