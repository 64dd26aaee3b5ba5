import { conditionLabels, conditions } from '@reprise/contract/catalog/products/conditions';
import type { Category } from '@reprise/contract/catalog/products/product';
import { type BulkChange, bulkChange } from '@reprise/contract/catalog/products/products-admin';
import type { PriceEnding } from '@reprise/contract/catalog/products/sales/sale-change';
import { timeOfLocal } from '@reprise/contract/time-zone';
import { readAmount, readRate, readWhole } from '@reprise/contract/typed-number';
import { MoneyInput, RateInput, WholeNumberInput } from '../../../../ui/forms/number-input.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { noteOf, type StockReasonValues } from '../stock-notes.ts';
import { StockReasonFields } from '../stock-reasons.tsx';

const editKinds = [
  'percent',
  'price',
  'sale',
  'sale-price',
  'end-sale',
  'condition',
  'category',
  'featured',
  'stock',
] as const;
export type BulkKind = BulkChange['kind'];

/** Values of the dialog's fields, as typed. */
export type BulkDraft = {
  kind: BulkKind;
  percent: string;
  ending: PriceEnding;
  price: string;
  condition: string;
  category: string;
  featured: 'yes' | 'no';
  stock: string;
  archived: boolean;
  published: boolean;
  /** Store time. */
  startsAt: string;
  endsAt: string;
  timeZone: string;
} & StockReasonValues;

export const blankDraft: Omit<BulkDraft, 'kind'> = {
  percent: '',
  ending: 'exact',
  price: '',
  condition: '',
  category: '',
  featured: 'yes',
  stock: '',
  reason: '',
  details: '',
  archived: true,
  published: true,
  startsAt: '',
  endsAt: '',
  timeZone: 'UTC',
};

const kindLabels: Record<(typeof editKinds)[number], string> = {
  percent: 'Price, by percentage',
  price: 'Price, fixed amount',
  sale: 'Sale for a time, by percentage',
  'sale-price': 'Sale for a time, fixed price',
  'end-sale': 'End the sale',
  condition: 'Condition',
  category: 'Category',
  featured: 'Featured',
  stock: 'Stock',
};

/** Reads a draft with the schema of the API. */
const readDraft = (draft: BulkDraft) => bulkChange.safeDecode(wireOf(draft) as never);

/** Returns the change as it is typed; the API refuses fields of other changes in a sale. */
function wireOf(draft: BulkDraft): object {
  const { kind, ending, condition, category, archived, published } = draft;
  const times = { startsAt: timeOf(draft, draft.startsAt), endsAt: timeOf(draft, draft.endsAt) };
  switch (kind) {
    case 'sale':
      return { kind, percentOff: readRate(draft.percent), ending, ...times };
    case 'sale-price':
      return { kind, price: readAmount(draft.price), ...times };
    default:
      return {
        kind,
        ending,
        condition,
        category,
        archived,
        published,
        percent: readRate(draft.percent),
        price: readAmount(draft.price),
        featured: draft.featured === 'yes',
        change: readWhole(draft.stock),
        note: noteOf(draft),
      };
  }
}

const timeOf = ({ timeZone }: BulkDraft, local: string) =>
  local === '' ? undefined : timeOfLocal(timeZone, local);

/** Returns the change that a draft describes; null while it is incomplete or invalid. */
export function changeOf(draft: BulkDraft): BulkChange | null {
  if (draft.kind === 'stock' && !draft.reason) return null;
  const read = readDraft(draft);
  return read.success ? read.data : null;
}

/** Returns the error of a number; none while its field is blank. */
function errorOf(draft: BulkDraft, field: 'price' | 'percent' | 'stock'): string | undefined {
  if (draft[field].trim() === '') return undefined;
  const name = field === 'stock' ? 'change' : draft.kind === 'sale' ? 'percentOff' : field;
  return readDraft(draft).error?.issues.find(({ path }) => path[0] === name)?.message;
}

import { endingLabels } from '../../../../admin-ui/ending-labels.ts';

type FieldsProps = {
  draft: BulkDraft;
  categories: Category[] | undefined;
  onChange: (changes: Partial<BulkDraft>) => void;
};

export function BulkChangeFields({ draft, categories, onChange }: FieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="What to change"
        value={draft.kind}
        onChange={(event) => onChange({ kind: event.target.value as BulkKind })}
      >
        {editKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindLabels[kind]}
          </option>
        ))}
      </Select>
      <KindFields draft={draft} categories={categories} onChange={onChange} />
    </div>
  );
}

function KindFields({ draft, categories, onChange }: FieldsProps) {
  switch (draft.kind) {
    case 'percent':
      return <PercentFields draft={draft} onChange={onChange} />;
    case 'price':
      return (
        <MoneyInput
          label="New price"
          value={draft.price}
          onChange={(event) => onChange({ price: event.target.value })}
          error={errorOf(draft, 'price')}
        />
      );
    case 'sale':
    case 'sale-price':
      return <SaleFields draft={draft} onChange={onChange} />;
    case 'condition':
      return (
        <Select
          label="New condition"
          value={draft.condition}
          onChange={(event) => onChange({ condition: event.target.value })}
        >
          <option value="">Select a condition</option>
          {conditions.map((value) => (
            <option key={value} value={value}>
              {conditionLabels[value]}
            </option>
          ))}
        </Select>
      );
    case 'category':
      return (
        <Select
          label="New category"
          value={draft.category}
          onChange={(event) => onChange({ category: event.target.value })}
        >
          <option value="">Select a category</option>
          {categories?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      );
    case 'featured':
      return (
        <Select
          label="On the homepage"
          value={draft.featured}
          onChange={(event) => onChange({ featured: event.target.value as BulkDraft['featured'] })}
        >
          <option value="yes">Featured</option>
          <option value="no">Not featured</option>
        </Select>
      );
    case 'stock':
      return <StockFields draft={draft} onChange={onChange} />;
    default:
      return null;
  }
}

function SaleFields({ draft, onChange }: Omit<FieldsProps, 'categories'>) {
  return (
    <>
      {draft.kind === 'sale' ? (
        <>
          <RateInput
            label="Percent off"
            value={draft.percent}
            onChange={(event) => onChange({ percent: event.target.value })}
            error={errorOf(draft, 'percent')}
          />
          <EndingSelect draft={draft} onChange={onChange} />
        </>
      ) : (
        <MoneyInput
          label="Sale price"
          value={draft.price}
          onChange={(event) => onChange({ price: event.target.value })}
          error={errorOf(draft, 'price')}
        />
      )}
      <TextInput
        type="datetime-local"
        label="Starts"
        hint="Store time. If blank, it starts now."
        value={draft.startsAt}
        onChange={(event) => onChange({ startsAt: event.target.value })}
      />
      <TextInput
        type="datetime-local"
        label="Ends"
        required
        hint="The prices before the sale return then."
        value={draft.endsAt}
        onChange={(event) => onChange({ endsAt: event.target.value })}
      />
    </>
  );
}

function PercentFields({ draft, onChange }: Omit<FieldsProps, 'categories'>) {
  return (
    <>
      <RateInput
        label="Percent"
        lowest={-95}
        hint="-10 lowers every price by 10%."
        value={draft.percent}
        onChange={(event) => onChange({ percent: event.target.value })}
        error={errorOf(draft, 'percent')}
      />
      <EndingSelect draft={draft} onChange={onChange} />
    </>
  );
}

function EndingSelect({ draft, onChange }: Omit<FieldsProps, 'categories'>) {
  return (
    <Select
      label="Rounding"
      value={draft.ending}
      onChange={(event) => onChange({ ending: event.target.value as BulkDraft['ending'] })}
    >
      {Object.entries(endingLabels()).map(([ending, label]) => (
        <option key={ending} value={ending}>
          {label}
        </option>
      ))}
    </Select>
  );
}

function StockFields({ draft, onChange }: Omit<FieldsProps, 'categories'>) {
  return (
    <>
      <WholeNumberInput
        label="Add or remove"
        lowest={-1_000_000}
        hint="-2 removes two of each."
        value={draft.stock}
        onChange={(event) => onChange({ stock: event.target.value })}
        error={errorOf(draft, 'stock')}
      />
      <StockReasonFields
        reason={{ value: draft.reason, onChange: (event) => onChange({ reason: event.target.value }) }}
        details={{ value: draft.details, onChange: (event) => onChange({ details: event.target.value }) }}
      />
    </>
  );
}
