import { shortGtin } from '@reprise/contract/catalog/products/box-facts';
import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormFields } from '../../../forms/use-checked-form.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { MoneyInput, WholeNumberInput } from '../../../ui/forms/number-input.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import type { ProductFormValues } from './product-form-values.ts';

type StoredProps = { stored: AdminProduct | null };

/** Cost of one unit, for those who see costs. */
export function UnitCostInput({ stored }: StoredProps) {
  const { field } = useFormFields<ProductFormValues>();
  const can = usePermissions();
  if (!can('costs.see')) return null;
  if (stored?.isSerialTracked)
    return <Elsewhere label="Cost">Each device has a cost of its own, on the page of the device.</Elsewhere>;
  return (
    <MoneyInput
      label="Cost"
      hint="What one unit costs you. Orders from now on are booked with it; blank if it is not known."
      {...field('unitCost')}
    />
  );
}

/** Weight in its own box; a product of a configuration shows the one of the configuration. */
export function WeightInput({ stored }: StoredProps) {
  const { field, watch } = useFormFields<ProductFormValues>();
  if (watch('grams') === undefined)
    return (
      <Elsewhere label="Weight">
        {stored
          ? `${stored.grams === null ? 'Not known' : `${stored.grams} g`}, for all conditions.`
          : shared}{' '}
        <FamilyLink stored={stored} />
      </Elsewhere>
    );
  return (
    <WholeNumberInput
      label="Weight (g)"
      lowest={1}
      hint="In its own box, with what is in it. Shipping labels are priced by it."
      {...field('grams')}
    />
  );
}

/** Barcodes; a product of a configuration shows those of the configuration. */
export function BarcodesInput({ stored }: StoredProps) {
  const { field, watch } = useFormFields<ProductFormValues>();
  if (watch('gtins') === undefined) {
    const codes = (stored?.gtins ?? []).map(shortGtin).join(', ');
    return (
      <Elsewhere label="Barcodes (GTIN)">
        {stored ? `${codes || 'None'}, for all conditions.` : shared} <FamilyLink stored={stored} />
      </Elsewhere>
    );
  }
  return (
    <TextArea
      label="Barcodes (GTIN)"
      rows={1}
      hint="The number below the barcode of its box (EAN, UPC). Several: one per line."
      {...field('gtins')}
    />
  );
}

const shared = 'As its other conditions.';

function FamilyLink({ stored }: StoredProps) {
  if (!stored?.familyId) return null;
  return (
    <Link className="text-link" to={`/admin/families/${stored.familyId}`}>
      Change in its family
    </Link>
  );
}

function Elsewhere({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="text-sm">
      <p className="mb-1.5 font-medium">{label}</p>
      <p className="text-ink-muted">{children}</p>
    </div>
  );
}
