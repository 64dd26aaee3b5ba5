/** How much is run: a slice for planted bugs, the sizes of `npm run test:all`, or those before a release. */
type Size = 'slice' | 'quick' | 'release';

const given = process.env.FAULTS ?? 'slice';
if (!['slice', 'quick', 'release'].includes(given)) throw new Error(`FAULTS=${given} is no size.`);

export function sized<T>(by: Record<Size, T>): T {
  return by[given as Size];
}

/** A time limit that is for what hangs: a round takes a second or two where nothing else is done. */
export const timeFor = (rounds: number) => 300_000 + rounds * 60_000;

const everyMs = 60_000;

/** Call it after each round: a run that takes long, or is cut short, has said how far it came. */
export function progressOf(figure: string, rounds: number, what: string): () => void {
  let done = 0;
  let saidAt = performance.now();
  return () => {
    done += 1;
    if (performance.now() - saidAt < everyMs) return;
    saidAt = performance.now();
    console.log(`${figure}: ${done} of ${rounds} ${what} so far, nothing amiss`);
  };
}
