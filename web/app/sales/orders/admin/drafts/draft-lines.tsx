import { formatMoney, timesCents } from '@reprise/contract/money';
import type { Draft } from '@reprise/contract/sales/orders/draft-orders';
import { typeAmount } from '@reprise/contract/typed-number';
import { ProductPicker } from '../../../../admin-ui/product-picker.tsx';
import { usePermissions } from '../../../../session/use-permissions.ts';
import { Button } from '../../../../ui/button.tsx';
import { MoneyInput } from '../../../../ui/forms/number-input.tsx';
import { QuantityStepper } from '../../../../ui/forms/quantity-stepper.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Plus, X } from '../../../../ui/icons/lucide.tsx';
import { amountFault, readCents } from '../edit-order/edited-order.ts';

/** Line of the form, its price as typed; `product` is null for a custom line. */
export type TypedLine = {
  key: string;
  product: string | null;
  name: string;
  sku: string;
  quantity: number;
  price: string;
};

export const typedLinesOf = ({ lines, entered }: Draft): TypedLine[] =>
  lines.map((line, index) => ({
    ...line,
    key: crypto.randomUUID(),
    price: typeAmount(entered?.prices[index] ?? line.price),
  }));

const customLine = (): TypedLine => ({
  key: crypto.randomUUID(),
  product: null,
  name: '',
  sku: '',
  quantity: 1,
  price: '',
});

const maxQuantity = 999;

type DraftLinesProps = { lines: TypedLine[]; onChange: (lines: TypedLine[]) => void };

/** Products and custom lines of a draft with their prices. */
export function DraftLines({ lines, onChange }: DraftLinesProps) {
  const can = usePermissions();
  const replace = (line: TypedLine, changed: Partial<TypedLine>) =>
    onChange(lines.map((other) => (other === line ? { ...line, ...changed } : other)));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {lines.length > 0 && (
        <ul className="divide-y divide-line border-line border-y">
          {lines.map((line) => (
            <Line
              key={line.key}
              line={line}
              onChange={(changed) => replace(line, changed)}
              onRemove={() => onChange(lines.filter((other) => other !== line))}
            />
          ))}
        </ul>
      )}
      <ProductPicker
        isChosen={({ id }) => lines.some(({ product }) => product === id)}
        onAdd={({ id, name, sku, price }) =>
          onChange([
            ...lines,
            { key: crypto.randomUUID(), product: id, name, sku, quantity: 1, price: typeAmount(price) },
          ])
        }
      />
      {can('prices.override') && (
        <div>
          <Button variant="outline" size="sm" onClick={() => onChange([...lines, customLine()])}>
            <Plus className="size-4" aria-hidden="true" />
            Add custom line
          </Button>
        </div>
      )}
    </div>
  );
}

type LineProps = { line: TypedLine; onChange: (changed: Partial<TypedLine>) => void; onRemove: () => void };

function Line({ line, onChange, onRemove }: LineProps) {
  const can = usePermissions();
  const { product, name, sku, quantity, price } = line;
  const unitPrice = readCents(price);
  const label = name || 'custom line';
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 text-sm">
      <div className="min-w-48 flex-1">
        {product === null ? (
          <TextInput
            label="Name of the custom line"
            labelHidden
            placeholder="Name of the custom line"
            maxLength={200}
            value={name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        ) : (
          <p className="wrap-anywhere">
            <span className="block font-medium">{name}</span>
            <span className="text-ink-muted">SKU {sku}</span>
          </p>
        )}
      </div>
      <QuantityStepper
        label={`Quantity of ${label}`}
        value={quantity}
        max={maxQuantity}
        size="sm"
        onChange={(next) => onChange({ quantity: next })}
      />
      {can('prices.override') ? (
        <MoneyInput
          label={`Price of ${label}`}
          labelHidden
          fieldClassName="w-32"
          value={price}
          error={price !== '' && unitPrice === null ? amountFault(price) : undefined}
          onChange={(event) => onChange({ price: event.target.value })}
        />
      ) : (
        <span className="tabular text-ink-muted">{price}</span>
      )}
      <span className="tabular w-24 text-right font-medium">
        {unitPrice === null ? '–' : formatMoney(timesCents(unitPrice, quantity))}
      </span>
      <IconButton label={`Remove ${label}`} size="sm" onClick={onRemove}>
        <X className="size-4" aria-hidden="true" />
      </IconButton>
    </li>
  );
}
