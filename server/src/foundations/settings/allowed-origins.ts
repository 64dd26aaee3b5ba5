import type { Queryable } from '../../platform/database/database.ts';
import { noDependencies } from '../../platform/response-cache/cache-dependencies.ts';
import type { ResponseCache } from '../../platform/response-cache/response-cache.ts';
import { readSettings } from './settings.queries.ts';
import { settingsTag } from './settings.tags.ts';

const key = 'allowed origins';

/**
 * Returns a function that reads the origins of other websites whose pages may call the API. They are in the response
 * cache: a flood of requests with invented origins would otherwise read the settings for each.
 */
export function createAllowedOrigins(db: Queryable, cache: ResponseCache | undefined) {
  const read = async (): Promise<readonly string[]> => (await readSettings(db)).apiOrigins;
  if (!cache) return read;
  const compute = async () => {
    const body = Buffer.from(JSON.stringify(await read()));
    return { status: 200, headers: {}, body, dependencies: { ...noDependencies(), ...settingsTag } };
  };
  return async (): Promise<readonly string[]> =>
    JSON.parse((await cache.getOrCompute(key, compute)).body.toString());
}
