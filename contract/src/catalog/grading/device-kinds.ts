/** Kinds of devices that are tested and graded alike: each has a checklist and a grade standard. */
export const deviceKinds = ['phone', 'tablet', 'computer', 'watch', 'audio', 'console', 'other'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

export const deviceKindLabels: Record<DeviceKind, string> = {
  phone: 'Phone',
  tablet: 'Tablet',
  computer: 'Computer',
  watch: 'Watch',
  audio: 'Headphones and speakers',
  console: 'Game console',
  other: 'Other',
};

/** Kinds that contain data of their last owner: they must be erased before they are sold. */
export const kindsWithData: readonly DeviceKind[] = ['phone', 'tablet', 'computer', 'watch', 'console'];

/** Kinds with a battery that a tool can read. */
export const kindsWithBattery: readonly DeviceKind[] = ['phone', 'tablet', 'computer', 'watch'];

/** Signs of each kind in the name of a category; the first match counts, so that headphones are no phones. */
const kindSigns: [DeviceKind, RegExp][] = [
  ['audio', /headphone|earphone|earbud|headset|speaker|audio/i],
  ['watch', /watch/i],
  ['phone', /phone|mobile/i],
  ['tablet', /tablet|ipad|e-?reader/i],
  ['computer', /laptop|notebook|computer|desktop|macbook|chromebook|\bpcs?\b/i],
  ['console', /console|gaming|playstation|xbox|nintendo/i],
];

/** Returns the kind that the name of a category suggests. */
export function deviceKindOf(categoryName: string | null): DeviceKind {
  return kindSigns.find(([, sign]) => sign.test(categoryName ?? ''))?.[0] ?? 'other';
}
