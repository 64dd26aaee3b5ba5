import type { CategoryName, Condition } from './model.ts';

type Worn = Extract<Condition, 'good' | 'fair'>;

/** The most wear that the grade standard allows, in a few words. */
const wear: Record<CategoryName, Record<Worn, string>> = {
  Smartphones: {
    good: 'a few marks that you do not see at 50 cm, and a clean picture',
    fair: 'visible wear and small dents, no cracks, and at most light marks on the lit screen',
  },
  Laptops: {
    good: 'a few marks that you do not see at 50 cm, and light shine on some keys',
    fair: 'visible wear and shine on many keys, with readable letters and a hinge that stays put',
  },
  'Audio & Headphones': {
    good: 'marks that you do not see at 50 cm, and new pads or tips',
    fair: 'visible wear on body and case, and new pads or tips',
  },
  'Smart Watches': {
    good: 'a few marks that you do not see at 50 cm, and a clean strap',
    fair: 'visible wear, no cracks, and a clean strap',
  },
  'Gaming Consoles': {
    good: 'a few marks that you do not see at 50 cm, and light shine on the controls',
    fair: 'visible wear and small dents, with whole grips',
  },
  Tablets: {
    good: 'a few marks that you do not see at 50 cm, and a clean picture',
    fair: 'visible wear and small dents, no cracks, and at most light marks on the lit screen',
  },
};

type Offer = {
  category: CategoryName;
  condition: Condition;
  configuration: string;
  color: string;
  batteryHealth: number | null;
};

/** Returns what is true of every device of an offer, by its grade. */
export function wordsOfGrade({ category, condition, configuration, color, batteryHealth }: Offer): string {
  const version = configuration === '' ? color : `${configuration} in ${color}`;
  const marks = `${version}: ${wear[category][condition === 'fair' ? 'fair' : 'good']}.`;
  const battery = batteryHealth === 100 ? 'is new' : `has at least ${batteryHealth}%`;
  return batteryHealth === null
    ? `${marks} Marks differ from device to device.`
    : `${marks} Marks differ from device to device; each battery ${battery}.`;
}
