import { type Condition, conditionLabels, conditions } from '@reprise/contract/catalog/products/conditions';
import type { ExportPreset, PresetShop, UnknownValues } from '@reprise/contract/moving-in/shop-export';

export const keyOf = (text: string) => text.trim().toLowerCase();

export type KnownCategory = { id: string; name: string };

/** Meanings of the values of a file, by their keys; null for one whose products are left out. */
export type KnownValues = {
  conditions: Map<string, Condition | null>;
  /** Names of categories here by values of the file. */
  categories: Map<string, string | null>;
  conditionOptions: Set<string>;
};

/** Returns what a preset and the categories of the shop say about values. */
export function knownValues({
  preset,
  categories,
}: {
  preset: ExportPreset;
  categories: KnownCategory[];
}): KnownValues {
  const named = conditions.flatMap((each): [string, Condition][] => [
    [keyOf(each), each],
    [keyOf(conditionLabels[each]), each],
  ]);
  const nameById = new Map(categories.map(({ id, name }) => [id, name]));
  const assigned = preset.categories.flatMap(({ value, categoryId }): [string, string | null][] => {
    if (categoryId === null) return [[keyOf(value), null]];
    const name = nameById.get(categoryId);
    return name === undefined ? [] : [[keyOf(value), name]];
  });
  return {
    conditions: new Map([
      ...named,
      ...preset.conditions.map(({ value, condition }): [string, Condition | null] => [
        keyOf(value),
        condition,
      ]),
    ]),
    categories: new Map([
      ...categories.map(({ name }): [string, string] => [keyOf(name), name]),
      ...assigned,
    ]),
    conditionOptions: new Set(preset.conditionOptions.map(keyOf)),
  };
}

/** Unknown values of rows, each as often as it occurs. */
type Unknown = {
  shop: PresetShop;
  conditions: string[];
  categories: string[];
  withoutBrand: number;
  withoutStock: number;
};

const maxUnknown = 200;

/** Returns the questions about a file; undefined if there are none. */
export function questionsOf({ conditions, categories, ...rest }: Unknown): UnknownValues | undefined {
  const counted = (texts: string[]) =>
    [...Map.groupBy(texts, (text) => text)]
      .slice(0, maxUnknown)
      .map(([value, { length }]) => ({ value, rows: length }));
  const questions = { ...rest, conditions: counted(conditions), categories: counted(categories) };
  const count = conditions.length + categories.length + rest.withoutBrand + rest.withoutStock;
  return count > 0 ? questions : undefined;
}
