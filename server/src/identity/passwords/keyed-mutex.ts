const last = new Map<string, Promise<unknown>>();

/** Runs works of the same key in this process one after the other, each after the one before has ended. */
export async function runExclusively<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  last.set(key, mine);
  try {
    return await mine;
  } finally {
    if (last.get(key) === mine) last.delete(key);
  }
}
