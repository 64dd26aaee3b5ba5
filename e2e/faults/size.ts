/** Size of a run: `slice`, the smallest, for `npm run test:planted`, `quick` for `npm run test:all`, `release` before a release. */
type Size = 'slice' | 'quick' | 'release';

const size = process.env.FAULTS ?? 'slice';
if (!['slice', 'quick', 'release'].includes(size))
  throw new Error(`FAULTS=${size} is not a size: use slice, quick or release.`);

export function sized<T>(by: Record<Size, T>): T {
  return by[size as Size];
}

/** Time limit that only a hanging run exceeds: a round takes one or two seconds on an idle machine. */
export const timeFor = (rounds: number) => 300_000 + rounds * 60_000;

/**
 * Milliseconds within which something must happen: a promise of docs/reliability.md, measured on an idle
 * machine before a release. Shorter runs allow ten times as long, because other work shares their machine.
 */
export const withinMs = (ms: number) => sized({ slice: 10 * ms, quick: 10 * ms, release: ms });

const everyMs = 60_000;

/** Returns a function to call after each round; it prints the progress of long or interrupted runs. */
export function progressOf(figure: string, rounds: number, unit: string): () => void {
  let done = 0;
  let saidAt = performance.now();
  return () => {
    done += 1;
    if (performance.now() - saidAt < everyMs) return;
    saidAt = performance.now();
    console.log(`${figure}: ${done} of ${rounds} ${unit} so far, no errors`);
  };
}
