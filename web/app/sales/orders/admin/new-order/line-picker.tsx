import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { Product } from '@reprise/contract/catalog/products/product';
import { formatMoney, timesCents } from '@reprise/contract/money';
import { ProductPicker } from '../../../../admin-ui/product-picker.tsx';
import { Thumb } from '../../../../admin-ui/thumb.tsx';
import { QuantityStepper } from '../../../../ui/forms/quantity-stepper.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { X } from '../../../../ui/icons/lucide.tsx';
import { LineDevices } from './line-devices.tsx';

export type ChosenLine = {
  product: Product;
  quantity: number;
  /** Numbers of the devices that the customer chose, at most as many as the quantity. */
  units: string[];
};

type LinePickerProps = { lines: ChosenLine[]; onChange: (lines: ChosenLine[]) => void };

/** Items of the order at current prices, limited to the stock. */
export function LinePicker({ lines, onChange }: LinePickerProps) {
  const add = (product: Product) => {
    const line = lines.find((other) => other.product.id === product.id);
    const quantity = Math.min((line?.quantity ?? 0) + 1, product.stockCount);
    onChange([...lines.filter((other) => other !== line), { product, quantity, units: line?.units ?? [] }]);
  };
  const replace = (line: ChosenLine, next: ChosenLine) =>
    onChange(lines.map((other) => (other === line ? next : other)));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {lines.length > 0 && (
        <ul className="divide-y divide-line border-line border-y">
          {lines.map((line) => (
            <Line
              key={line.product.id}
              line={line}
              onQuantity={(quantity) =>
                replace(line, { ...line, quantity, units: line.units.slice(0, quantity) })
              }
              onUnits={(units) => replace(line, { ...line, units })}
              onRemove={() => onChange(lines.filter((other) => other !== line))}
            />
          ))}
        </ul>
      )}
      <ProductPicker
        isChosen={(product) => lines.some((line) => line.product.id === product.id)}
        onAdd={add}
      />
    </div>
  );
}

type LineProps = {
  line: ChosenLine;
  onQuantity: (quantity: number) => void;
  onUnits: (units: string[]) => void;
  onRemove: () => void;
};

function Line({ line, onQuantity, onUnits, onRemove }: LineProps) {
  const { product, quantity } = line;
  return (
    <li className="flex flex-wrap items-center gap-3 py-2 text-sm">
      <Thumb src={product.images[0]} className="size-10" />
      <p className="min-w-40 flex-1">
        <span className="block font-medium">{product.name}</span>
        <span className="text-ink-muted">
          {conditionLabels[product.condition]} · SKU {product.sku}
        </span>
      </p>
      <QuantityStepper
        label={`Quantity of ${product.name}`}
        value={quantity}
        max={product.stockCount}
        size="sm"
        onChange={onQuantity}
      />
      <span className="tabular w-24 text-right font-medium">
        {formatMoney(timesCents(product.price, quantity))}
      </span>
      <IconButton label={`Remove ${product.name}`} size="sm" onClick={onRemove}>
        <X className="size-4" aria-hidden="true" />
      </IconButton>
      <LineDevices line={line} onChange={onUnits} />
    </li>
  );
}
