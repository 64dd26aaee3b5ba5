import type { ConditionOffer, Product } from '@reprise/contract/catalog/catalog';
import { conditionLabels } from '@reprise/contract/catalog/conditions';
import { formatMoney } from '@reprise/contract/money';
import { useEffect, useState } from 'react';
import { api } from '../../api/browser-api.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { notify } from '../../ui/overlays/notify.ts';
import { toCartProduct } from '../cart/cart-product.ts';
import { useCart } from '../cart/cart-store.ts';

/** What somebody else has bought in the meantime, and the same model in the conditions that are left. */
export type Taken = { product: Product; others: ConditionOffer[] };

/** Looks what is left of the models that just ran out. Those of which nothing is left are not named. */
export async function findTaken(productIds: string[]): Promise<Taken[]> {
  const found = await Promise.all(
    productIds.map(async (id) => {
      const { product, ladder } = await api.getProduct({ params: { id } });
      const others = ladder.filter((offer) => offer.id !== id && offer.inStock);
      return { product, others };
    }),
  );
  return found.filter(({ product, others }) => !product.inStock && others.length > 0);
}

/** Tells the loser of a race what happened, and offers the same model in other conditions. */
export function TakenDialog({ taken, onClose }: { taken: Taken[]; onClose: () => void }) {
  const open = taken.length > 0;
  const [shown, setShown] = useState(taken);
  // The text stays while the dialog fades away.
  useEffect(() => {
    if (taken.length > 0) setShown(taken);
  }, [taken]);
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Someone just took it"
      size="md"
      footer={
        <Button variant="outline" onClick={onClose}>
          Go on without it
        </Button>
      }
    >
      <div className="grid gap-6">
        {shown.map((one) => (
          <Others key={one.product.id} taken={one} onChosen={onClose} />
        ))}
      </div>
    </Modal>
  );
}

function Others({ taken: { product, others }, onChosen }: { taken: Taken; onChosen: () => void }) {
  return (
    <section className="grid gap-3">
      <p>
        Another shopper was faster with <strong className="font-semibold">{product.name}</strong>,{' '}
        {conditionLabels[product.condition]}. Nothing was charged. The same model is still here:
      </p>
      <ul className="divide-y divide-line border-line border-y">
        {others.map((offer) => (
          <li key={offer.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <span>
              <span className="block font-medium">{conditionLabels[offer.condition]}</span>
              <span className="tabular text-ink-muted text-sm">{formatMoney(offer.price)}</span>
            </span>
            <TakeInstead offer={offer} onChosen={onChosen} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TakeInstead({ offer, onChosen }: { offer: ConditionOffer; onChosen: () => void }) {
  const [busy, setBusy] = useState(false);
  async function take(): Promise<void> {
    setBusy(true);
    try {
      const { product } = await api.getProduct({ params: { id: offer.id } });
      useCart.getState().add(toCartProduct(product));
      onChosen();
    } catch {
      notify('error', 'The shop did not answer. Try again in a moment.');
      setBusy(false);
    }
  }
  return (
    <Button size="sm" loading={busy} onClick={take}>
      Take this one
    </Button>
  );
}
