import { conditionLabels, originLabels } from '@reprise/contract/catalog/products/conditions';
import { type OptionName, optionNames } from '@reprise/contract/catalog/products/option-names';
import { formatRoundMoney, toCents } from '@reprise/contract/money';
import { type ListParams, wholeList } from './list-params.ts';

export type ActiveFilter = { key: string; label: string; without: ListParams };

/** Returns each active filter with the params without it. Changes of filters return to the first page. */
export function activeFilters(listParams: ListParams): ActiveFilter[] {
  const { category, search, minPrice, maxPrice, options, battery, saving } = listParams;
  const filters: ActiveFilter[] = [];
  const add = (key: string, label: string, change: Partial<ListParams>) =>
    filters.push({ key, label, without: { ...listParams, ...change, page: 1 } });
  const addEach = <T extends string>(
    key: string,
    values: T[],
    change: (remaining: T[]) => Partial<ListParams>,
    labels?: Record<T, string>,
  ) => {
    for (const value of values) {
      const remaining = values.filter((other) => other !== value);
      add(`${key}-${value}`, labels?.[value] ?? value, change(remaining));
    }
  };

  if (search) add('search', `“${search}”`, { search: '' });
  if (category) add('category', category, { category: null });
  if (minPrice !== null || maxPrice !== null) {
    add('price', priceLabel(minPrice, maxPrice), { minPrice: null, maxPrice: null });
  }
  addEach('condition', listParams.conditions, (conditions) => ({ conditions }), conditionLabels);
  addEach('origin', listParams.origins, (origins) => ({ origins }), originLabels);
  addEach('brand', listParams.brands, (brands) => ({ brands }));
  if (listParams.inStock) add('inStock', 'In stock only', { inStock: false });
  addEach('family', listParams.families, (families) => ({ families }));
  for (const name of optionNames) {
    addEach(name, options[name] ?? [], (values) => ({ options: withOption(options, name, values) }));
  }
  if (battery !== null) add('battery', `Battery ${percentLabel(battery)}`, { battery: null });
  if (saving !== null) add('saving', `Save ${percentLabel(saving)} against new`, { saving: null });
  return filters;
}

/** Returns the options with the values of one; none removes it. */
export function withOption(
  options: ListParams['options'],
  name: OptionName,
  values: string[],
): ListParams['options'] {
  const { [name]: _replaced, ...others } = options;
  return values.length > 0 ? { ...others, [name]: values } : others;
}

export const percentLabel = (percent: number): string => (percent === 100 ? '100%' : `${percent}% or more`);

function priceLabel(min: number | null, max: number | null): string {
  const [lowest, highest] = [min, max].map((price) => formatRoundMoney(toCents(price ?? 0)));
  if (min === null) return `Up to ${highest}`;
  return max === null ? `From ${lowest}` : `${lowest}-${highest}`;
}

/** Returns the params without filters; cards, sort order and view remain. */
export function withoutFilters({ isByFamily, sort, view }: ListParams): ListParams {
  return { ...wholeList, isByFamily, sort, view };
}
