export const conditions = ['excellent', 'good', 'fair', 'refurbished'] as const;
export type Condition = (typeof conditions)[number];

export const conditionLabels: Record<Condition, string> = {
  excellent: 'Like New',
  good: 'Good',
  fair: 'Fair',
  refurbished: 'Certified Refurbished',
};

/** Returns the name of an offer, which is a configuration in one condition: "iPhone 13 128 GB Midnight (Good)". */
export const offerName = ({ name, condition }: { name: string; condition: Condition }) =>
  `${name} (${conditionLabels[condition]})`;

/** Meaning of each condition in about ten words. Three grade visible wear; certified refurbished is a process. */
export const conditionMeanings: Record<Condition, string> = {
  excellent: 'No visible marks at arm’s length. Fully working.',
  good: 'Light marks you notice when you look. Fully working.',
  fair: 'Visible marks and wear. Fully working.',
  refurbished: 'Worn parts replaced, then tested and cleaned. Fully working.',
};

export const defaultCondition: Condition = 'good';

export const origins = ['certified-refurbished', 'open-box', 'pre-owned'] as const;
export type Origin = (typeof origins)[number];

export const originLabels: Record<Origin, string> = {
  'certified-refurbished': 'Refurbished',
  'open-box': 'Open box',
  'pre-owned': 'Pre-owned',
};
