/** Splits a scan of several codes, such as the IMEI and serial of one label, into these. */
export function splitCodes(raw: string): string[] {
  const parts = raw
    .split(/[,;\t\n]+/)
    .map((part) => part.trim())
    .filter(Boolean);
  const words = raw.trim().split(/\s+/);
  // Blanks also group the digits of one number: they separate codes only beside a whole IMEI.
  return parts.length === 1 && words.some((word) => /^\d{15}$/.test(word)) ? words : parts;
}
