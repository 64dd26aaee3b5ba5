import type { Deps } from '../src/deps.ts';

const hour = 3_600_000;

export const openedDaysAgo = 330;

/** Days since the customer at this place of the list registered. */
export const joinedDaysAgo = (personIndex: number): number => 325 - personIndex * 6;

/** Deps of the demo load: its own clock and no log output. */
export type DemoDeps = Deps & { startedAt: Date; actorId: string };

/** Same deps with the clock set to hours before the load. */
export function hoursAgo(deps: DemoDeps, hours: number): DemoDeps {
  const time = new Date(deps.startedAt.getTime() - hours * hour);
  return { ...deps, now: () => time };
}

export function daysAgo(deps: DemoDeps, days: number): DemoDeps {
  return hoursAgo(deps, days * 24);
}
