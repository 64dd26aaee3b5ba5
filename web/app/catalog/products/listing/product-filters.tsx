import { conditionLabels, originLabels } from '@reprise/contract/catalog/products/conditions';
import type { Facets } from '@reprise/contract/catalog/products/facets';
import { Suspense } from 'react';
import { Form } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { Checkbox, ChoiceGroup, Radio } from '../../../ui/forms/checkbox.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { canDivide } from './can-divide.ts';
import { Choices } from './choices.tsx';
import { formatCount } from './format-count.ts';
import type { ListParams } from './list-params.ts';
import type { PriceFilterProps } from './price-filter.tsx';

// Rendered by the server; their scripts are loaded after those of the list.
const PriceFilter = lazyPart(() => import('./price-filter.tsx'));
// Searches and the list of all products have none.
const OptionFilters = lazyPart(() => import('./option-filters.tsx'));

type ProductFiltersProps = {
  id: string;
  /** Path of the list. */
  path: string;
  listParams: ListParams;
  facets: Facets;
  /** Number of cards that the list has. */
  total: number;
  apply: (change: Partial<ListParams>) => void;
};

/**
 * Filters of the product list as a plain GET form, so it works without scripts; with them each choice applies
 * at once. Filters that cannot divide the list are left out, except those that /products has by specification.
 */
export function ProductFilters({ id, path, listParams, facets, total, apply }: ProductFiltersProps) {
  const word = (count: number) => formatCount(count, facets.atLeast);
  const listed = facets.atLeast ? Number.POSITIVE_INFINITY : total;
  const hasAll = path === '/products';
  const specified = { total: hasAll ? Number.POSITIVE_INFINITY : listed, word };
  const { category, minPrice, maxPrice, inStock } = listParams;
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
      {(hasAll || category !== null || canDivide(facets.categories, listed)) && (
        <CategoryChoice listParams={listParams} facets={facets} apply={apply} />
      )}
      {(hasAll || minPrice !== null || maxPrice !== null || facets.price.min < facets.price.max) && (
        <DeferredPriceFilter min={minPrice} max={maxPrice} bounds={facets.price} onApply={apply} />
      )}
      <Choices
        label="Condition"
        name="condition"
        selected={listParams.conditions}
        options={facets.conditions.map(({ value, count }) => ({
          value,
          label: conditionLabels[value],
          count,
        }))}
        {...specified}
        onChange={(conditions) => apply({ conditions })}
      />
      <OriginChoice listParams={listParams} facets={facets} total={listed} apply={apply} word={word} />
      <Choices
        label="Brand"
        name="brand"
        selected={listParams.brands}
        options={facets.brands.map(({ name, count }) => ({ value: name, label: name, count }))}
        {...specified}
        onChange={(brands) => apply({ brands })}
      />
      {facets.options && (
        <Suspense>
          <OptionFilters
            listParams={listParams}
            total={listed}
            apply={apply}
            word={word}
            options={facets.options}
          />
        </Suspense>
      )}
      {(hasAll || inStock || canDivide([{ count: facets.inStock }], listed)) && path !== '/deals' && (
        <InStockChoice listParams={listParams} facets={facets} apply={apply} word={word} />
      )}
      <p className="hidden noscript:block">
        <button type="submit" className={buttonClass({ wide: true })}>
          Apply filters
        </button>
      </p>
    </Form>
  );
}

type ChoiceProps = Pick<ProductFiltersProps, 'listParams' | 'facets' | 'apply'> & {
  word: (count: number) => string;
};

function InStockChoice({ listParams: { inStock }, facets, apply, word }: ChoiceProps) {
  return (
    <ChoiceGroup label="Availability">
      <Checkbox
        name="inStock"
        value="true"
        label="In stock only"
        aside={word(facets.inStock)}
        checked={inStock}
        disabled={facets.inStock === 0 && !inStock}
        onChange={(event) => apply({ inStock: event.target.checked })}
      />
    </ChoiceGroup>
  );
}

/** Choice of origins; none in a shop where the conditions say the same. */
function OriginChoice({
  listParams: { origins },
  facets,
  total,
  apply,
  word,
}: ChoiceProps & { total: number }) {
  if (!facets.hasMixedOrigins && origins.length === 0) return null;
  return (
    <Choices
      label="Origin"
      name="origin"
      selected={origins}
      options={facets.origins.map(({ value, count }) => ({ value, label: originLabels[value], count }))}
      total={total}
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

function CategoryChoice({ listParams, facets, apply }: Omit<ChoiceProps, 'word'>) {
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
