import { isDatabaseAway } from '../database/database-fault.ts';
import type { AnyHandler } from '../http/endpoint.ts';

/**
 * What an answer shows, as tags. A bump of an `exact` one makes it wrong at once; a bump of a `lagging` one only
 * changes a count in it, which may lag for a second.
 */
export type TagsOfCall = { exact: Iterable<string>; lagging?: Iterable<string> };

/** For each call that may be kept, what its result shows. Calls without an entry are never kept. */
export type TagsOfCalls = Record<string, (result: never) => TagsOfCall>;

/** Collects what one answer shows, over all calls that it is made of. */
export type CacheDependencies = {
  exact: Set<string>;
  lagging: Set<string>;
  /** False once something went in that is not known by tags, or that is missing because it failed. */
  known: boolean;
  /** True once a call failed because the database is away. */
  isDatabaseAway?: boolean;
};

export function noDependencies(): CacheDependencies {
  return { exact: new Set(), lagging: new Set(), known: true };
}

/** The handler, trackDependencies what its results show. */
export function trackDependencies(
  handler: AnyHandler,
  tagsOf: TagsOfCalls[string] | undefined,
  shown: CacheDependencies,
): AnyHandler {
  return async (input, context) => {
    try {
      const result = await handler(input, context);
      if (tagsOf) note(shown, tagsOf(result as never));
      else shown.known = false;
      return result;
    } catch (error) {
      shown.known = false;
      if (isDatabaseAway(error)) shown.isDatabaseAway = true;
      throw error;
    }
  };
}

function note(shown: CacheDependencies, { exact, lagging = [] }: TagsOfCall): void {
  for (const tag of exact) shown.exact.add(tag);
  for (const tag of lagging) shown.lagging.add(tag);
}
