import type { AdminProduct } from '@reprise/contract/catalog/catalog-admin';
import { conditionLabels, originLabels } from '@reprise/contract/catalog/conditions';
import { type Cents, formatMoney } from '@reprise/contract/money';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';

type EditConflictProps = { product: AdminProduct; message: string; onReload: () => void };

/** Shows an edit conflict: the other person's changes, and a button that loads them. */
export function EditConflict({ product, message, onReload }: EditConflictProps) {
  const { data } = useQuery({
    queryKey: ['product-of-others', product.id, message],
    queryFn: () => api.getAdminProduct({ params: { id: product.id } }),
    staleTime: 0,
    gcTime: 0,
  });
  const changes = data ? changesBetween(product, data.product) : [];
  return (
    <>
      <p>{message}</p>
      {changes.length > 0 && <p className="mt-1">They changed {changes.join('; ')}.</p>}
      <button type="button" onClick={onReload} className="mt-1 font-semibold underline underline-offset-3">
        Discard my changes and load the latest version
      </button>
    </>
  );
}

const money = (amount: Cents | null) => (amount === null ? 'none' : formatMoney(amount));

const percent = (value: number | null) => (value === null ? 'none' : `${value}%`);

/** Lists changed fields: short ones with their new value, long ones by name. */
export function changesBetween(before: AdminProduct, after: AdminProduct): string[] {
  const shortFields: [string, string, string][] = [
    ['the name', before.name, after.name],
    ['the brand', before.brand, after.brand],
    ['the price', money(before.price), money(after.price)],
    ['the original price', money(before.originalPrice), money(after.originalPrice)],
    ['the date of the original price', before.newPriceDate ?? 'none', after.newPriceDate ?? 'none'],
    ['the category', before.category ?? 'none', after.category ?? 'none'],
    ['the condition', conditionLabels[before.condition], conditionLabels[after.condition]],
    ['the origin', originLabels[before.origin], originLabels[after.origin]],
    ['the battery health', percent(before.batteryHealth), percent(after.batteryHealth)],
    ['the model key', before.modelKey ?? 'none', after.modelKey ?? 'none'],
    ['featured', before.featured ? 'yes' : 'no', after.featured ? 'yes' : 'no'],
    ['draft', before.isDraft ? 'yes' : 'no', after.isDraft ? 'yes' : 'no'],
    ['archived', before.archivedAt ? 'yes' : 'no', after.archivedAt ? 'yes' : 'no'],
  ];
  const longFields = [
    ['the description', before.description, after.description],
    ['the images', before.images, after.images],
    ['the alt texts', before.imageAlts, after.imageAlts],
    ['the specifications', before.specifications, after.specifications],
    ['the features', before.features, after.features],
    ['the warranty', before.warranty, after.warranty],
    ['the search title', before.seoTitle, after.seoTitle],
    ['the search description', before.seoDescription, after.seoDescription],
  ] as const;
  return [
    ...shortFields.filter(([, was, is]) => was !== is).map(([name, , is]) => `${name} (now ${is})`),
    ...longFields.filter(([, was, is]) => JSON.stringify(was) !== JSON.stringify(is)).map(([name]) => name),
  ];
}
