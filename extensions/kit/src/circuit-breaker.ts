/** Blocks calls for a while after several failures in a row; then one call probes the service. */
export type CircuitBreaker = {
  /** Returns the milliseconds until the next call is allowed; 0 if calls may go through. */
  remainingCooldown(now: number): number;
  succeeded(): void;
  failed(now: number): void;
};

export function createCircuitBreaker({
  after,
  cooldownMs,
}: {
  after: number;
  cooldownMs: number;
}): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;
  return {
    remainingCooldown(now) {
      if (failures < after) return 0;
      if (now < openUntil) return openUntil - now;
      // This call is the probe; the others stay blocked until it ends.
      openUntil = now + cooldownMs;
      return 0;
    },
    succeeded() {
      failures = 0;
    },
    failed(now) {
      failures++;
      if (failures >= after) openUntil = now + cooldownMs;
    },
  };
}
