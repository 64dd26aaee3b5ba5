import type { Deps } from '../src/platform/deps.ts';

const hour = 3_600_000;

export const openedDaysAgo = 330;

/** How the demo works: at moments of its own, and silently. */
export type DemoDeps = Deps & { startedAt: Date; actorId: string };

/** The same, so many hours before the demo was loaded. */
export function hoursAgo(deps: DemoDeps, hours: number): DemoDeps {
  const timestamptz = new Date(deps.startedAt.getTime() - hours * hour);
  return { ...deps, now: () => timestamptz };
}

export function daysAgo(deps: DemoDeps, days: number): DemoDeps {
  return hoursAgo(deps, days * 24);
}
