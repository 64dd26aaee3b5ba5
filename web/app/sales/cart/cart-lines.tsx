import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import { type Cents, formatMoney, timesCents } from '@reprise/contract/money';
import { ratesOfCountry } from '@reprise/contract/sales/orders/country-rates';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useStoreSettings } from '../../foundations/settings/store-settings.ts';
import { Button } from '../../ui/button.tsx';
import { QuantityStepper } from '../../ui/forms/quantity-stepper.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Trash2 } from '../../ui/icons/lucide.tsx';
import { withWholeMeasures } from '../../ui/whole-measures.ts';
import { type CartLine, useCart } from './cart-store.ts';
import { chargedLines } from './charged-lines.ts';
import { ChosenDevices } from './chosen-devices.tsx';
import { ProductThumb } from './product-thumb.tsx';
import type { CartRow } from './removed-lines.ts';
import { pricedCountry, useShipTo } from './ship-to.ts';

type CartLinesProps = {
  rows: CartRow[];
  onRemove: (line: CartLine, position: number) => void;
  onUndo: (line: CartLine) => void;
};

/** Lists the lines of the cart, each with its quantity and a remove button, and the places of removed lines. */
export function CartLines({ rows, onRemove, onUndo }: CartLinesProps) {
  const [restoredId, setRestoredId] = useState<string>();
  const priceOf = useChargedPrice();
  return (
    <ul className="divide-y divide-line">
      {rows.map(({ line, isRemoved }, position) => {
        const { id } = line.product;
        if (!isRemoved) {
          const remove = () => onRemove(line, position);
          const price = priceOf(line);
          return <Line key={id} line={line} price={price} onRemove={remove} isRestored={id === restoredId} />;
        }
        const undo = () => {
          setRestoredId(id);
          onUndo(line);
        };
        const { name } = line.product;
        return (
          <li key={`removed-${id}`}>
            <UndoRow text={`Removed ${name}.`} label={`Undo removing ${name}`} onUndo={undo} />
          </li>
        );
      })}
    </ul>
  );
}

type UndoRowProps = { text: string; label: string; onUndo: () => void };

/** Place of what was removed. Takes the focus of the pressed button, so that keyboard users can undo at once. */
export function UndoRow({ text, label, onUndo }: UndoRowProps) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  return (
    <div className="flex items-center justify-between gap-3 py-3 text-sm">
      <p className="min-w-0 break-words text-ink-muted">{text}</p>
      <Button ref={undo} variant="outline" size="sm" aria-label={label} onClick={onUndo}>
        Undo
      </Button>
    </div>
  );
}

/** Returns the price of a line that is charged in the chosen country. */
function useChargedPrice(): (line: CartLine) => Cents {
  const settings = useStoreSettings();
  const chosen = useShipTo();
  const rates = settings?.storeTax && ratesOfCountry(settings, pricedCountry(settings, chosen));
  return (line) => (rates ? chargedLines([line], rates)[0] : line)?.product.price ?? line.product.price;
}

type LineProps = { line: CartLine; price: Cents; onRemove: () => void; isRestored: boolean };

function Line({ line: { product, quantity, units }, price, onRemove, isRestored }: LineProps) {
  const setQuantity = useCart((state) => state.setQuantity);
  const removeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isRestored) removeButton.current?.focus();
  }, [isRestored]);
  const url = `/product/${product.slug}`;
  return (
    <li className="flex gap-4 py-4 first:pt-0">
      <Link to={url} tabIndex={-1} aria-hidden="true">
        <ProductThumb image={product.image} />
      </Link>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <Link to={url} className="block break-words font-medium leading-snug hover:underline">
              {withWholeMeasures(product.name)}
            </Link>
            <p className="text-ink-muted text-sm">{conditionLabels[product.condition]}</p>
            {product.warranty && <p className="text-ink-muted text-sm">{product.warranty}</p>}
            <ChosenDevices numbers={units} />
          </div>
          <p className="tabular shrink-0 text-right">
            <span className="block font-semibold">{formatMoney(timesCents(price, quantity))}</span>
            {quantity > 1 && <span className="block text-ink-muted text-sm">{formatMoney(price)} each</span>}
          </p>
        </div>
        <div className="mt-auto flex items-center justify-between gap-3 pt-2">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <QuantityStepper
              size="sm"
              label={`Quantity of ${product.name}`}
              value={quantity}
              min={0}
              max={product.stockCount}
              onChange={(newQuantity) =>
                newQuantity === 0 ? onRemove() : setQuantity(product.id, newQuantity)
              }
            />
            {quantity >= product.stockCount && <LowStockNote stockCount={product.stockCount} />}
          </div>
          <IconButton ref={removeButton} size="sm" label={`Remove ${product.name}`} onClick={onRemove}>
            <Trash2 className="size-4" aria-hidden="true" />
          </IconButton>
        </div>
      </div>
    </li>
  );
}

function LowStockNote({ stockCount }: { stockCount: number }) {
  return (
    <span className="text-ink-muted text-sm">
      {stockCount === 1 ? 'The only one left' : `All ${stockCount} in stock`}
    </span>
  );
}
