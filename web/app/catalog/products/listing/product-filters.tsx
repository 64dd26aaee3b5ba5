import { conditionLabels, originLabels } from '@reprise/contract/catalog/products/conditions';
import type { Facets } from '@reprise/contract/catalog/products/facets';
import { lazy, Suspense } from 'react';
import { Form } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { Checkbox, ChoiceGroup, Radio } from '../../../ui/forms/checkbox.tsx';
import { Choices } from './choices.tsx';
import { formatCount } from './format-count.ts';
import type { ListParams } from './list-params.ts';
import type { PriceFilterProps } from './price-filter.tsx';

// Rendered by the server; their scripts are loaded after those of the list.
const PriceFilter = lazy(() => import('./price-filter.tsx'));
// Searches and the list of all products have none.
const OptionFilters = lazy(() => import('./option-filters.tsx'));

type ProductFiltersProps = {
  id: string;
  /** Path of the list. */
  path: string;
  listParams: ListParams;
  facets: Facets;
  apply: (change: Partial<ListParams>) => void;
};

/**
 * Filters of the product list as a plain GET form, so it works without scripts; with them each choice applies
 * at once.
 */
export function ProductFilters({ id, path, listParams, facets, apply }: ProductFiltersProps) {
  const word = (count: number) => formatCount(count, facets.atLeast);
  return (
    <Form
      id={id}
      action={path}
      aria-label="Filters"
      onSubmit={(event) => event.preventDefault()}
      className="grid gap-7"
    >
      {listParams.search && (
        <input type="hidden" name={path === '/search' ? 'q' : 'search'} value={listParams.search} />
      )}
      {listParams.view === 'list' && <input type="hidden" name="view" value="list" />}
      {!listParams.isByFamily && <input type="hidden" name="show" value="offers" />}
      <CategoryChoice {...{ listParams, facets, apply }} />
      <DeferredPriceFilter
        min={listParams.minPrice}
        max={listParams.maxPrice}
        bounds={facets.price}
        onApply={apply}
      />
      <Choices
        label="Condition"
        name="condition"
        selected={listParams.conditions}
        options={facets.conditions.map(({ value, count }) => ({
          value,
          label: conditionLabels[value],
          count,
        }))}
        word={word}
        onChange={(conditions) => apply({ conditions })}
      />
      <OriginChoice {...{ listParams, facets, apply, word }} />
      <Choices
        label="Brand"
        name="brand"
        selected={listParams.brands}
        options={facets.brands.map(({ name, count }) => ({ value: name, label: name, count }))}
        word={word}
        onChange={(brands) => apply({ brands })}
      />
      {facets.options && (
        <Suspense>
          <OptionFilters {...{ listParams, apply, word }} options={facets.options} />
        </Suspense>
      )}
      {path !== '/deals' && (
        <ChoiceGroup label="Availability">
          <Checkbox
            name="inStock"
            value="true"
            label="In stock only"
            aside={word(facets.inStock)}
            checked={listParams.inStock}
            disabled={facets.inStock === 0 && !listParams.inStock}
            onChange={(event) => apply({ inStock: event.target.checked })}
          />
        </ChoiceGroup>
      )}
      <p className="hidden noscript:block">
        <button type="submit" className={buttonClass({ wide: true })}>
          Apply filters
        </button>
      </p>
    </Form>
  );
}

type OriginChoiceProps = Omit<ProductFiltersProps, 'id' | 'path'> & { word: (count: number) => string };

/** Choice of origins; none in a shop where the conditions say the same. */
function OriginChoice({ listParams: { origins }, facets, apply, word }: OriginChoiceProps) {
  if (!facets.hasMixedOrigins && origins.length === 0) return null;
  return (
    <Choices
      label="Origin"
      name="origin"
      selected={origins}
      options={facets.origins.map(({ value, count }) => ({ value, label: originLabels[value], count }))}
      word={word}
      onChange={(chosen) => apply({ origins: chosen })}
    />
  );
}

function DeferredPriceFilter(props: PriceFilterProps) {
  return (
    <Suspense>
      <PriceFilter {...props} />
    </Suspense>
  );
}

function CategoryChoice({
  listParams,
  facets,
  apply,
}: Pick<ProductFiltersProps, 'listParams' | 'facets' | 'apply'>) {
  const isChosen = (category: Facets['categories'][number]) =>
    [category.name, category.slug, category.id].includes(listParams.category ?? '');
  return (
    <ChoiceGroup label="Category">
      <Radio
        name="category"
        value=""
        label="All categories"
        checked={listParams.category === null}
        onChange={() => apply({ category: null })}
      />
      {facets.categories.map((category) => (
        <Radio
          key={category.id}
          name="category"
          value={category.name}
          label={category.name}
          aside={formatCount(category.count, facets.atLeast)}
          checked={isChosen(category)}
          disabled={category.count === 0 && !isChosen(category)}
          onChange={() => apply({ category: category.name })}
        />
      ))}
    </ChoiceGroup>
  );
}
