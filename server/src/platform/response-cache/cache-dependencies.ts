import { isDatabaseAway } from '../database/database-fault.ts';
import type { AnyHandler } from '../http/endpoint.ts';

/**
 * Tags of the data in a response. Invalidating a `strict` tag drops the response at once; an `eventual` tag stands for
 * a count that may be one second old.
 */
export type ResponseTags = { strict: Iterable<string>; eventual?: Iterable<string> };

/** Maps the name of a cacheable call to the tags of its result. Calls without an entry are never cached. */
export type TagsByCall = Record<string, (result: never) => ResponseTags>;

/** Collects the tags of one response over all calls it is built from. */
export type CacheDependencies = {
  strict: Set<string>;
  eventual: Set<string>;
  /** False once the response contains data without tags, or lacks data because a call failed. */
  isComplete: boolean;
  /** True once a call failed because the database is unreachable. */
  isDatabaseAway?: boolean;
};

export function noDependencies(): CacheDependencies {
  return { strict: new Set(), eventual: new Set(), isComplete: true };
}

/** Wraps a handler so that the tags of its results are added to `dependencies`. */
export function trackDependencies(
  handler: AnyHandler,
  tagsOf: TagsByCall[string] | undefined,
  dependencies: CacheDependencies,
): AnyHandler {
  return async (input, context) => {
    try {
      const result = await handler(input, context);
      if (tagsOf) addTags(dependencies, tagsOf(result as never));
      else dependencies.isComplete = false;
      return result;
    } catch (error) {
      dependencies.isComplete = false;
      if (isDatabaseAway(error)) dependencies.isDatabaseAway = true;
      throw error;
    }
  };
}

function addTags(dependencies: CacheDependencies, { strict, eventual = [] }: ResponseTags): void {
  for (const tag of strict) dependencies.strict.add(tag);
  for (const tag of eventual) dependencies.eventual.add(tag);
}
