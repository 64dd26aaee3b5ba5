import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { Product } from '@reprise/contract/catalog/products/product';
import { formatMoney, roundToStep, timesCents } from '@reprise/contract/money';
import type { Order } from '@reprise/contract/sales/orders/order';
import type { PackingLine } from '@reprise/contract/sales/orders/packing';
import { readRate, typeAmount } from '@reprise/contract/typed-number';
import { useState } from 'react';
import { ProductPicker } from '../../../../admin-ui/product-picker.tsx';
import { Thumb } from '../../../../admin-ui/thumb.tsx';
import { usePermissions } from '../../../../session/use-permissions.ts';
import { Button } from '../../../../ui/button.tsx';
import { MoneyInput, RateInput } from '../../../../ui/forms/number-input.tsx';
import { QuantityStepper } from '../../../../ui/forms/quantity-stepper.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { X } from '../../../../ui/icons/lucide.tsx';
import { addedLine, amountFault, type EditedLine, linesOf, readCents } from './edited-order.ts';
import { LeavingDevices } from './leaving-devices.tsx';

type Packed = ReadonlyMap<string, PackingLine['devices']>;

type EditedLinesProps = {
  order: Order;
  lines: EditedLine[];
  /** Packed devices by product. */
  packed: Packed;
  onChange: (lines: EditedLine[]) => void;
};

/** Items of an order being edited: quantities, prices, and a search to add products. */
export function EditedLines({ order, lines, packed, onChange }: EditedLinesProps) {
  const can = usePermissions();
  const replace = (line: EditedLine, changed: Partial<EditedLine>) =>
    onChange(lines.map((other) => (other === line ? { ...line, ...changed } : other)));
  const add = (product: Product) => {
    // A removed item comes back with the price of its day.
    const own = linesOf(order).find((line) => line.product.id === product.id);
    onChange([...lines, own ?? addedLine(product)]);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {lines.length > 0 ? (
        <ul className="divide-y divide-line border-line border-y">
          {lines.map((line) => (
            <Line
              key={line.product.id}
              line={line}
              packed={packed.get(line.product.id) ?? []}
              onChange={(changed) => replace(line, changed)}
              onRemove={() => onChange(lines.filter((other) => other !== line))}
            />
          ))}
        </ul>
      ) : (
        <p className="text-ink-muted text-sm">An order needs an item. To remove all, cancel the order.</p>
      )}
      {can('prices.override') && lines.length > 0 && (
        <PercentOff
          onApply={(percent) =>
            onChange(lines.map((line) => ({ ...line, price: discounted(line, percent) })))
          }
        />
      )}
      <ProductPicker
        isChosen={(product) => lines.some((line) => line.product.id === product.id)}
        onAdd={add}
      />
    </div>
  );
}

const wholePercent = 100;

function discounted({ basePrice }: EditedLine, percent: number): string {
  return typeAmount(roundToStep((basePrice * (wholePercent - percent)) / wholePercent));
}

/** Takes a percentage off all prices, counted from the prices without a change by hand. */
function PercentOff({ onApply }: { onApply: (percent: number) => void }) {
  const [typed, setTyped] = useState('');
  const percent = readRate(typed);
  const isValid = typeof percent === 'number' && percent >= 0 && percent <= 100;
  return (
    <div className="flex flex-wrap items-end gap-2">
      <RateInput
        label="Percent off all prices"
        fieldClassName="w-40"
        placeholder="10"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter would submit the form.
          event.preventDefault();
          if (isValid) onApply(percent);
        }}
      />
      <Button variant="outline" disabled={!isValid} onClick={() => isValid && onApply(percent)}>
        Apply
      </Button>
    </div>
  );
}

type LineProps = {
  line: EditedLine;
  packed: PackingLine['devices'];
  onChange: (changed: Partial<EditedLine>) => void;
  onRemove: () => void;
};

function Line({ line, packed, onChange, onRemove }: LineProps) {
  const can = usePermissions();
  const { product, quantity, refundedQuantity, maxQuantity, price, basePrice } = line;
  const unitPrice = readCents(price);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 py-3 text-sm">
      <Thumb src={product.image} className="size-10" />
      <p className="min-w-0">
        <span className="block font-medium">{product.name}</span>
        <span className="text-ink-muted">
          {conditionLabels[product.condition]} · SKU {product.sku}
          {refundedQuantity > 0 && ` · ${refundedQuantity} refunded`}
        </span>
      </p>
      <IconButton
        label={`Remove ${product.name}`}
        size="sm"
        disabled={refundedQuantity > 0}
        onClick={onRemove}
      >
        <X className="size-4" aria-hidden="true" />
      </IconButton>
      <div className="col-span-full flex flex-wrap items-center gap-3 sm:pl-13">
        <QuantityStepper
          label={`Quantity of ${product.name}`}
          value={quantity}
          min={Math.max(1, refundedQuantity)}
          max={maxQuantity}
          size="sm"
          onChange={(next) =>
            onChange({ quantity: next, leaving: line.leaving.slice(0, Math.max(0, packed.length - next)) })
          }
        />
        {can('prices.override') ? (
          <MoneyInput
            label={`Price of ${product.name}`}
            labelHidden
            fieldClassName="w-32"
            value={price}
            error={unitPrice === null ? amountFault(price) : undefined}
            onChange={(event) => onChange({ price: event.target.value })}
          />
        ) : (
          <span className="tabular text-ink-muted">{formatMoney(basePrice)} each</span>
        )}
        {unitPrice !== null && unitPrice !== basePrice && (
          <s className="tabular text-ink-muted">{formatMoney(basePrice)}</s>
        )}
        <span className="tabular ml-auto font-medium">
          {formatMoney(timesCents(unitPrice ?? basePrice, quantity))}
        </span>
      </div>
      {packed.length > quantity && (
        <div className="col-span-full sm:pl-13">
          <LeavingDevices
            name={product.name}
            packed={packed}
            quantity={quantity}
            leaving={line.leaving}
            onChange={(leaving) => onChange({ leaving })}
          />
        </div>
      )}
    </li>
  );
}
