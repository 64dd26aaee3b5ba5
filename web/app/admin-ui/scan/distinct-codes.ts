/** A code that leaves the picture this long is read again. */
const forgottenAfterMs = 1_500;

/** A linear code in a blurred picture can decode to another one, hardly ever twice. */
const picturesToTrust = 2;

/** Returns a function that takes the codes of each picture and returns those to report, each once while it is in view. */
export function distinctCodes(): (codes: string[], nowMs: number) => string[] {
  const seen = new Map<string, { pictures: number; lastMs: number }>();
  return (codes, nowMs) => {
    for (const [code, { lastMs }] of seen) if (nowMs - lastMs > forgottenAfterMs) seen.delete(code);
    return [...new Set(codes)].filter((code) => {
      const pictures = (seen.get(code)?.pictures ?? 0) + 1;
      seen.set(code, { pictures, lastMs: nowMs });
      return pictures === picturesToTrust;
    });
  };
}
