/** Rules of a seam by their sentences, tried in order; a check returns true if its rule is obeyed. */
export type Rules = Record<string, () => Promise<boolean>>;

/** Returns the sentences of the rules that an adapter breaks, with the error where one was thrown. */
export async function brokenRules(rules: Rules): Promise<string[]> {
  const broken: string[] = [];
  for (const [sentence, check] of Object.entries(rules)) {
    try {
      if (!(await check())) broken.push(sentence);
    } catch (error) {
      broken.push(`${sentence} (${error instanceof Error ? error.message : String(error)})`);
    }
  }
  return broken;
}

/** Returns what a call throws; undefined if it throws nothing. */
export async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error;
  }
}
