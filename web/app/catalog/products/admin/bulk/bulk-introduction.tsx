import type { BulkDraft } from './bulk-change-fields.tsx';

/** Says what a bulk change without fields does. */
export function BulkIntroduction({
  kind,
  archived,
  published,
}: Pick<BulkDraft, 'kind' | 'archived' | 'published'>) {
  if (kind === 'delete') {
    return (
      <p className="text-sm">
        Are you sure you want to delete these products? This action cannot be undone. Their orders keep a copy
        of what was bought. To take them off sale and keep them, archive them.
      </p>
    );
  }
  if (kind === 'publish') {
    return (
      <p className="text-sm">
        {published
          ? 'These products go on sale immediately, at their price and with their stock. Incomplete drafts remain drafts.'
          : 'Drafts are hidden from the store and can be incomplete. Carts that contain them show a note. Orders are not affected, and you can publish the drafts.'}
      </p>
    );
  }
  if (kind === 'sale' || kind === 'sale-price') {
    return (
      <p className="text-sm">
        Prices change when the sale starts and return when it ends. Orders keep their prices. If you edit a
        price during the sale, your price stays and the sale of that product ends.
      </p>
    );
  }
  if (kind !== 'archive') return null;
  return (
    <p className="text-sm">
      {archived
        ? 'Archived products are hidden from the store, and carts that contain them show a note. Orders are not affected, and you can restore products.'
        : 'These products are for sale again immediately, at their price and with their stock.'}
    </p>
  );
}
