import {
  fieldText,
  type ProductField,
  productFieldNames,
  productFields,
  yesOrNo,
} from '@reprise/contract/catalog/products/product-fields';
import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
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

/** Lists changed fields: short ones with their new value, long ones by name. */
export function changesBetween(before: AdminProduct, after: AdminProduct): string[] {
  const fields = productFieldNames.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const states = [
    ['draft', before.isDraft, after.isDraft],
    ['archived', Boolean(before.archivedAt), Boolean(after.archivedAt)],
  ] as const;
  return [
    ...fields.flatMap((name) => withValue(name, after)),
    ...states.filter(([, was, is]) => was !== is).map(([name, , is]) => `${name} (now ${yesOrNo(is)})`),
    ...fields.flatMap((name) => (productFields[name].isLong && productFields[name].noticeName) || []),
  ];
}

function withValue(name: ProductField, product: AdminProduct): string[] {
  const { noticeName, isLong } = productFields[name];
  return noticeName === null || isLong ? [] : [`${noticeName} (now ${fieldText(name, product[name])})`];
}
