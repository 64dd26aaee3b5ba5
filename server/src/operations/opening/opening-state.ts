import type { Deps } from '../../deps.ts';
import { readOpenedAt } from '../../foundations/settings/opening.ts';
import { readPublicSettings } from '../../foundations/settings/settings.queries.ts';
import { settingsTag } from '../../foundations/settings/settings.tags.ts';
import { noDependencies } from '../../platform/response-cache/cache-dependencies.ts';
import type { ResponseCache } from '../../platform/response-cache/response-cache.ts';
import { writeOpeningPage } from './opening-page.ts';

/** Tells if the shop was opened to visitors. The page is in the response cache, so that visitors cost no query. */
export type OpeningState = {
  /** True if the shop is known to be open without asking the database. */
  isKnownOpen: () => boolean;
  /** Returns the page for visitors; null in an open shop. */
  readPage: () => Promise<string | null>;
};

const key = 'opening';

export function createOpeningState({ db }: Pick<Deps, 'db'>, cache: ResponseCache | undefined): OpeningState {
  const compute = async () => {
    const body = (await readOpenedAt(db)) ? '' : writeOpeningPage(await readPublicSettings(db));
    const dependencies = { ...noDependencies(), ...settingsTag };
    return { status: 200, headers: {}, body: Buffer.from(body), dependencies };
  };
  return {
    // Uncounted: each request looks at it before its own response.
    isKnownOpen: () => cache?.find(key, false)?.body.length === 0,
    readPage: async () => {
      const { body } = await (cache ? cache.getOrCompute(key, compute) : compute());
      return body.length === 0 ? null : body.toString();
    },
  };
}
