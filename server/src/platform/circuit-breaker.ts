/** Past so many failures in a row nobody is asked for a while; then one call tries whether it works again. */
export type CircuitBreaker = {
  /** Milliseconds until the next try is allowed; 0 while calls may go through. */
  restsFor(now: number): number;
  succeeded(): void;
  failed(now: number): void;
};

export function createCircuitBreaker({ after, restMs }: { after: number; restMs: number }): CircuitBreaker {
  let failures = 0;
  let closedUntil = 0;
  return {
    restsFor(now) {
      if (failures < after) return 0;
      if (now < closedUntil) return closedUntil - now;
      // The one that is let through now; the others wait for how it ends.
      closedUntil = now + restMs;
      return 0;
    },
    succeeded() {
      failures = 0;
    },
    failed(now) {
      failures++;
      if (failures >= after) closedUntil = now + restMs;
    },
  };
}
