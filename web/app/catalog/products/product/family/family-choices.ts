import type { Condition, Origin } from '@reprise/contract/catalog/products/conditions';
import {
  axisLabels,
  type OptionAxis,
  optionAxes,
  optionLine,
} from '@reprise/contract/catalog/products/option-line';
import type { Product } from '@reprise/contract/catalog/products/product';
import type {
  FamilyConfiguration,
  FamilyOffer,
  ProductFamily,
} from '@reprise/contract/catalog/products/product-family';
import { type Cents, formatMoney } from '@reprise/contract/money';
import { carrierOfModel } from '@reprise/contract/workshop/units/carrier';

/** One value of an option as a link to an offer. */
export type OptionChoice = {
  value: string;
  /** Color of the swatch. */
  hex: string | undefined;
  slug: string;
  /** Price of the linked offer and the other options that it changes: "$469 in Blue", "Sold out". */
  hint: string;
  isCurrent: boolean;
  /** True if it keeps the other options and is in stock. */
  isPlain: boolean;
};

export type OptionSwitcher = { axis: OptionAxis; label: string; choices: OptionChoice[] };

/** Condition that only other configurations are sold in. */
export type ConditionElsewhere = {
  condition: Condition;
  origin: Origin;
  slug: string;
  price: Cents;
  /** Configuration of the offer, such as "128 GB · Midnight". */
  configuration: string;
};

/** Choices of a family seen from one of its products. */
export type FamilyChoices = {
  switchers: OptionSwitcher[];
  elsewhere: ConditionElsewhere[];
  /** Carrier that the product is locked to; '' for one that works with every carrier. */
  carrier: string;
};

type Candidate = { configuration: FamilyConfiguration; offer: FamilyOffer };

/** Returns a switcher for each option in which the configurations differ, and conditions of other configurations. */
export function familyChoices(family: ProductFamily | null, product: Product): FamilyChoices {
  const current = family?.configurations.find(({ modelKey }) => modelKey === product.modelKey);
  const { name, options } = current ?? { ...product, options: undefined };
  const carrier = carrierOfModel({ name, carrier: options?.carrier });
  if (!family || !current) return { switchers: [], elsewhere: [], carrier };
  const candidates = family.configurations.flatMap((configuration) =>
    configuration.offers.map((offer) => ({ configuration, offer })),
  );
  return {
    switchers: optionAxes.flatMap((axis) => {
      const choices = choicesOf(axis, current, candidates, product);
      return choices.length > 1 ? [{ axis, label: axisLabels[axis], choices }] : [];
    }),
    elsewhere: conditionsElsewhere(current, candidates),
    carrier,
  };
}

function choicesOf(
  axis: OptionAxis,
  current: FamilyConfiguration,
  candidates: Candidate[],
  product: Product,
): OptionChoice[] {
  const byValue = Map.groupBy(candidates, ({ configuration }) => configuration.options[axis] ?? '');
  byValue.delete('');
  const choices = [...byValue].flatMap(([value, all]) => {
    const best = [...all].sort(nearestTo(current, axis, product))[0];
    if (!best) return [];
    const { configuration, offer } = best;
    const isCurrent = value === current.options[axis];
    const changed = changedAxes(current, configuration).filter((other) => other !== axis);
    const price = isCurrent ? product.price : offer.price;
    const changes = changed.flatMap((other) => configuration.options[other] ?? []).join(', ');
    const hint = offer.inStock ? formatMoney(price).replace(/\.00$/, '') : 'Sold out';
    return {
      value,
      hex: axis === 'color' ? configuration.options.colorHex : undefined,
      slug: isCurrent ? product.slug : offer.slug,
      hint: changes ? `${hint} in ${changes}` : hint,
      isCurrent,
      isPlain: offer.inStock && changed.length === 0,
    };
  });
  return axis === 'color' || axis === 'carrier' ? choices : choices.sort(bySize);
}

/** Orders offers by the other options they keep, then condition and origin among those in stock, then price. */
function nearestTo(current: FamilyConfiguration, axis: OptionAxis, { condition, origin }: Product) {
  const rank = ({ configuration, offer }: Candidate) => [
    changedAxes(current, configuration).filter((other) => other !== axis).length,
    offer.inStock ? 0 : 1,
    offer.condition === condition ? 0 : 1,
    offer.origin === origin ? 0 : 1,
    offer.price,
  ];
  return (one: Candidate, other: Candidate) => compareRanks(rank(one), rank(other));
}

function conditionsElsewhere(current: FamilyConfiguration, candidates: Candidate[]): ConditionElsewhere[] {
  const here = new Set(current.offers.map(({ condition }) => condition));
  const others = candidates.filter(({ offer }) => offer.inStock && !here.has(offer.condition));
  const byCondition = Map.groupBy(others, ({ offer }) => offer.condition);
  return [...byCondition.values()].flatMap((all) => {
    const rank = ({ configuration, offer }: Candidate) => [
      changedAxes(current, configuration).length,
      offer.price,
    ];
    const nearest = [...all].sort((one, other) => compareRanks(rank(one), rank(other)))[0];
    if (!nearest) return [];
    const { condition, origin, slug, price } = nearest.offer;
    return { condition, origin, slug, price, configuration: optionLine(nearest.configuration.options) };
  });
}

const changedAxes = (one: FamilyConfiguration, other: FamilyConfiguration) =>
  optionAxes.filter((axis) => one.options[axis] !== other.options[axis]);

function compareRanks(one: number[], other: number[]): number {
  const index = one.findIndex((value, position) => value !== other[position]);
  return index < 0 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
}

/** Orders "512 GB" before "1 TB", and texts without a number as they come. */
function bySize(one: OptionChoice, other: OptionChoice): number {
  return magnitude(one.value) - magnitude(other.value);
}

function magnitude(value: string): number {
  const number = Number.parseFloat(value);
  if (Number.isNaN(number)) return 0;
  return /\bTB\b/i.test(value) ? number * 1024 : number;
}
