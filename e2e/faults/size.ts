/** How much is run: a slice within `npm test`, the sizes of every change, or those before a release. */
type Size = 'slice' | 'quick' | 'release';

const given = process.env.FAULTS ?? 'slice';
if (!['slice', 'quick', 'release'].includes(given)) throw new Error(`FAULTS=${given} is no size.`);

export function sized<T>(by: Record<Size, T>): T {
  return by[given as Size];
}
