import { dayMs } from '../platform/time.ts';

/** Maximum number of recorded searches per day and process; bounds the tables against floods from many networks. */
const maxSearchesPerDay = 50_000;

/** Returns a function that is true for the first `max` calls of a day. */
export function createDailyBudget(now: () => Date, max = maxSearchesPerDay): () => boolean {
  let day = -1;
  let count = 0;
  return () => {
    const today = Math.floor(now().getTime() / dayMs);
    if (today !== day) [day, count] = [today, 0];
    count += 1;
    return count <= max;
  };
}
