import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { ConditionOffer, Product } from '@reprise/contract/catalog/products/product';
import { formatMoney } from '@reprise/contract/money';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { messageOf, noResponse } from '../../api/error-message.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { notify } from '../../ui/overlays/notify.ts';
import { toCartProduct } from '../cart/cart-product.ts';
import { useCart } from '../cart/cart-store.ts';
import { buyNowUrl } from './basket.ts';

/** Product that sold out during the checkout, with the other conditions of the model that are in stock. */
export type SoldOut = { product: Product; others: ConditionOffer[] };

/** Finds the other conditions of products that sold out. Leaves out models without any stock. */
export async function findSoldOut(productIds: string[]): Promise<SoldOut[]> {
  const products = await Promise.all(
    productIds.map(async (id) => {
      const { product, ladder } = await api.getProduct({ params: { id } });
      const others = ladder.filter((offer) => offer.id !== id && offer.inStock);
      return { product, others };
    }),
  );
  return products.filter(({ product, others }) => !product.inStock && others.length > 0);
}

type SoldOutDialogProps = { soldOut: SoldOut[]; isBuyNow: boolean; onClose: () => void };

/** Tells the shopper which items sold out, and offers other conditions of the same model. */
export function SoldOutDialog({ soldOut, isBuyNow, onClose }: SoldOutDialogProps) {
  const open = soldOut.length > 0;
  const [items, setItems] = useState(soldOut);
  // The text remains while the dialog fades out.
  useEffect(() => {
    if (soldOut.length > 0) setItems(soldOut);
  }, [soldOut]);
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Just sold out"
      size="md"
      footer={
        <Button variant="outline" onClick={onClose}>
          {isBuyNow ? 'Back to the product' : 'Continue without it'}
        </Button>
      }
    >
      <div className="grid gap-6">
        {items.map((item) => (
          <Others key={item.product.id} soldOut={item} isBuyNow={isBuyNow} onChosen={onClose} />
        ))}
      </div>
    </Modal>
  );
}

type OthersProps = { soldOut: SoldOut; isBuyNow: boolean; onChosen: () => void };

function Others({ soldOut: { product, others }, isBuyNow, onChosen }: OthersProps) {
  return (
    <section className="grid gap-3">
      <p>
        <strong className="font-semibold">{product.name}</strong>, {conditionLabels[product.condition]}, is no
        longer in stock. Nothing was charged. The same model is available as:
      </p>
      <ul className="divide-y divide-line border-line border-y">
        {others.map((offer) => (
          <li key={offer.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <span>
              <span className="block font-medium">{conditionLabels[offer.condition]}</span>
              <span className="tabular text-ink-muted text-sm">{formatMoney(offer.price)}</span>
            </span>
            {isBuyNow ? (
              <Link to={buyNowUrl(offer.id)} replace className={buttonClass({ size: 'sm' })}>
                Take this one
              </Link>
            ) : (
              <AddInstead offer={offer} onChosen={onChosen} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function AddInstead({ offer, onChosen }: { offer: ConditionOffer; onChosen: () => void }) {
  const [busy, setBusy] = useState(false);
  async function replaceInCart(): Promise<void> {
    setBusy(true);
    try {
      const { product } = await api.getProduct({ params: { id: offer.id } });
      useCart.getState().add(toCartProduct(product));
      onChosen();
    } catch (error) {
      notify('error', messageOf(error, noResponse('retry')));
      setBusy(false);
    }
  }
  return (
    <Button size="sm" loading={busy} onClick={replaceInCart}>
      Take this one
    </Button>
  );
}
