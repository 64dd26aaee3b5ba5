/** Longest name of a carrier. */
export const maxCarrier = 40;

/** Words of suppliers and tools for a device that works with every carrier. */
const unlockedWords =
  /^(un-?locked|(factory|sim|network|carrier)[ -]?un-?locked|sim[ -]?free|open|none|no lock|not locked)$/i;

/** Words that say nothing about the carrier. */
const unknownWords = /^(|-+|\?+|n\/?a|unknown|not known|null)$/i;

/** Returns the carrier that words of a file or a form name; '' for an unlocked device, null for words that say nothing. */
export function readCarrier(words: string): string | null {
  const carrier = words.replace(/\s+/g, ' ').trim();
  if (unknownWords.test(carrier)) return null;
  return unlockedWords.test(carrier)
    ? ''
    : carrier
        .replace(/^locked( to)?[ :]+/i, '')
        .slice(0, maxCarrier)
        .trim();
}

/** True if both are locked to the same carrier or both are unlocked. */
export function isSameCarrier(a: string, b: string): boolean {
  return keyOf(a) === keyOf(b);
}

const keyOf = (carrier: string) => (readCarrier(carrier) ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const carriersInNames =
  /(?<![\p{L}\p{N}])(unlocked|at&t|verizon|t-mobile|sprint|cricket|metropcs|boost mobile|xfinity|us cellular|tracfone|straight talk|vodafone)(?![\p{L}\p{N}])/iu;

/** Returns the carrier that the name of a model has; undefined without one. */
export const carrierInName = (name: string): string | undefined => name.match(carriersInNames)?.[0];

/** Returns the carrier of a configuration by its option or else its name; '' if its devices are unlocked. */
export function carrierOfModel({ name, carrier }: { name: string; carrier?: string | undefined }): string {
  return readCarrier(carrier || (carrierInName(name) ?? '')) ?? '';
}

/** Returns the carrier in words: "Locked to Verizon", "Unlocked"; '' while it is not known. */
export function carrierText(carrier: string | null): string {
  if (carrier === null) return '';
  return carrier === '' ? 'Unlocked' : `Locked to ${carrier}`;
}
