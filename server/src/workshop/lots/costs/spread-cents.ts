import { type Cents, cents } from '@reprise/contract/money';

/**
 * Divides an amount by weights, by largest remainder: the shares sum to the amount to the cent, and of equal remainders
 * the first gets the cent. Without any weight, all shares are equal. A negative amount has negative shares.
 */
export function spreadCents(amount: Cents, weights: readonly number[]): Cents[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (sum === 0n)
    return weights.length === 0
      ? []
      : spreadCents(
          amount,
          weights.map(() => 1),
        );
  const total = BigInt(Math.abs(amount));
  const parts = weights.map((weight, index) => {
    const product = total * BigInt(weight);
    return { index, share: product / sum, remainder: product % sum };
  });
  let left = Number(total - parts.reduce((given, { share }) => given + share, 0n));
  const shares = parts.map(({ share }) => Number(share));
  const byRemainder = [...parts].sort((a, b) => compare(b.remainder, a.remainder) || a.index - b.index);
  for (const { index } of byRemainder) {
    if (left-- <= 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
  }
  return shares.map((share) => cents(amount < 0 && share !== 0 ? -share : share));
}

const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);
