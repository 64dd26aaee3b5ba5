import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Expects no axe violations on a page or a part of it. Skips frames: the one that shows a mail runs no
 * script, not even axe's.
 */
export async function expectNoViolations(page: Page, screen: string, part = 'html'): Promise<void> {
  await page.evaluate(axe);
  let scan: Scan;
  do {
    // The rows of the previous filter are faded.
    await expect(page.locator('.list-body[aria-busy=true]')).toHaveCount(0);
    await waitForAnimations(page);
    scan = await scanPage(page, part);
  } while (scan.hasLoaded);
  const found = scan.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
  expect.soft(found, screen).toEqual([]);
}

/** `hasLoaded` if a list loaded during it, which may start some time after its address has changed. */
type Scan = { violations: AxeResults['violations']; hasLoaded: boolean };

const scanPage = (page: Page, part: string): Promise<Scan> =>
  page.evaluate(
    async ([part, rules]) => {
      const { axe } = window as unknown as {
        axe: { run: (where: string, options: object) => Promise<AxeResults> };
      };
      let hasLoaded = false;
      const observer = new MutationObserver(() => {
        hasLoaded = true;
      });
      observer.observe(document.body, { subtree: true, attributeFilter: ['aria-busy'] });
      const { violations } = await axe.run(part, {
        runOnly: rules,
        iframes: false,
        resultTypes: ['violations'],
      });
      observer.disconnect();
      return { violations, hasLoaded };
    },
    [part, rules] as const,
  );

/**
 * Waits for animations, because axe cannot judge colors during a fade. One that starts when another ends, such
 * as the fade of a list whose rows have arrived, is waited for too.
 */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
    const nextFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    do {
      await Promise.allSettled(ending().map(({ finished }) => finished));
      await nextFrame();
    } while (ending().length > 0);
  });
}
