import { authToken } from '../../session/auth-store.ts';
import { classNames } from '../../ui/class-names.ts';
import { SpriteIcon } from '../../ui/icons/icon-sprite.tsx';
import { useWishlist } from './wishlist-store.ts';

type WishlistButtonProps = {
  product: { id: string; name: string };
  className?: string | undefined;
  /** Shows a label beside the heart. */
  labelled?: boolean;
};

/** Heart button that adds a product to the wishlist or removes it. */
export function WishlistButton({ product, className, labelled = false }: WishlistButtonProps) {
  const wished = useWishlist((state) => state.ids.includes(product.id));
  return (
    <button
      type="button"
      aria-pressed={wished}
      aria-label={`Wishlist: ${product.name}`}
      onClick={() => toggle(product.id)}
      className={classNames('noscript:hidden', className)}
    >
      <SpriteIcon name="heart" className={classNames('size-4.5', wished && 'fill-current text-bad-text')} />
      {labelled && <span>{wished ? 'On your wishlist' : 'Wishlist'}</span>}
    </button>
  );
}

/** Stores the change at once and loads the sender with the first click, because most pages see none. */
function toggle(productId: string): void {
  useWishlist.getState().toggle(productId, authToken() !== null);
  void import('./send-wishlist-changes.ts').then(({ sendWishlistChanges }) => sendWishlistChanges());
}
