const last = new Map<string, Promise<unknown>>();

/** Runs tasks of the same key one after the other within this process. */
export async function runExclusively<T>(key: string, task: () => Promise<T>): Promise<T> {
  const previous = last.get(key) ?? Promise.resolve();
  const current = previous.then(task, task);
  last.set(key, current);
  try {
    return await current;
  } finally {
    if (last.get(key) === current) last.delete(key);
  }
}
