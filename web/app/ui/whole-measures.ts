/** Prevents a line break within "128 GB". */
export function withWholeMeasures(text: string): string {
  return text.replace(/(\d) (GB|TB|mm|in)\b/g, '$1\u00a0$2');
}
