export type Latencies = { perSecond: number; p50: number; p95: number };

/** Requests one path after the other with a fixed concurrency; returns latencies in milliseconds. */
export async function measureLatencies(
  base: string,
  paths: string[],
  { atOnce, token }: { atOnce: number; token: string },
): Promise<Latencies> {
  const took: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let at = next++; at < paths.length; at = next++) {
        const began = performance.now();
        const answer = await fetch(base + paths[at], { headers: { authorization: `Bearer ${token}` } });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${paths[at]} answered ${answer.status}`);
        took.push(performance.now() - began);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  return { perSecond: paths.length / seconds, p50: at(0.5), p95: at(0.95) };
}
