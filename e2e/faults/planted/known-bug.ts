export type Bug = {
  name: string;
  changes: { file: string; from: string | RegExp; to: string }[];
  /** Tests that must fail: a Vitest project and a file filter. */
  caughtBy: [project: string, files: string];
};

/** Returns the files of a bug with the bug in them; throws if the source text has changed: the entry is out of date. */
export function withBug({ name, changes }: Bug, read: (path: string) => string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { file, from, to } of changes) {
    const text = texts.get(file) ?? read(file);
    const planted = text.replace(from, to);
    if (planted === text) throw new Error(`Cannot plant “${name}” in ${file}: its source text has changed.`);
    texts.set(file, planted);
  }
  return texts;
}
