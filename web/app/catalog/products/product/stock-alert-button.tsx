import type { Product } from '@reprise/contract/catalog/products/product';
import { buttonClass } from '../../../ui/button.tsx';
import { Bell } from '../../../ui/icons/lucide.tsx';
import { AlertButton } from '../../alerts/alert-button.tsx';

/** Takes the place of the buying buttons while the product is sold out. */
export function StockAlertButton({ product }: { product: Product }) {
  return (
    <AlertButton
      product={product}
      kind="back-in-stock"
      className={buttonClass({ size: 'lg', variant: 'outline', wide: true })}
      icon={<Bell className="size-4.5" strokeWidth={1.75} aria-hidden="true" />}
    >
      Notify me when available
    </AlertButton>
  );
}
