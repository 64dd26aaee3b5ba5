import {
  type Cents,
  cents,
  currencyName,
  defaultCurrency,
  formatRoundMoney,
  storeCurrency,
  toCents,
} from '@reprise/contract/money';
import { readAmount, typeShortAmount, unreadableAmount } from '@reprise/contract/typed-number';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { MoneyInput } from '../../../ui/forms/number-input.tsx';
import { readPriceRange } from './list-params.ts';
import { priceStops, stopOf } from './price-stops.ts';

export type PriceFilterProps = {
  min: number | null;
  max: number | null;
  /** Lowest and highest price of the list at any price. */
  bounds: { min: Cents; max: Cents };
  onApply: (range: { minPrice: number | null; maxPrice: number | null }) => void;
};

const write = (price: number | null) => (price === null ? '' : typeShortAmount(toCents(price)));

/** Placeholders of the fields in a shop that counts in US dollars. */
const usScale = { min: cents(0), max: cents(500_000) };

/** Two fields and two sliders for one range. An unchanged bound is empty and does not filter. */
export default function PriceFilter({ min, max, bounds, onApply }: PriceFilterProps) {
  const [applied, setApplied] = useState({ min, max });
  const [typed, setTyped] = useState({ min: write(min), max: write(max) });
  if (applied.min !== min || applied.max !== max) {
    setApplied({ min, max });
    setTyped({ min: write(min), max: write(max) });
  }

  const group = useRef<HTMLFieldSetElement>(null);
  const [errors, setErrors] = useState<{ min?: string | undefined; max?: string | undefined }>({});
  const apply = useEffectEvent(() => {
    const faults = { min: amountErrorOf(typed.min), max: amountErrorOf(typed.max) };
    setErrors(faults);
    if (faults.min || faults.max) return;
    const [minPrice, maxPrice] = readPriceRange(typed.min, typed.max, readAmount);
    if (minPrice !== min || maxPrice !== max) onApply({ minPrice, maxPrice });
  });
  // Listens to the native change event, which fires when a field or slider is released; React's onChange
  // fires at each step.
  useEffect(() => {
    const fieldset = group.current;
    const onChange = () => apply();
    fieldset?.addEventListener('change', onChange);
    return () => fieldset?.removeEventListener('change', onChange);
  }, []);

  const scale = storeCurrency().code === defaultCurrency.code ? usScale : bounds;
  return (
    <fieldset ref={group}>
      <legend className="mb-2 font-medium text-sm">Price</legend>
      <div className="flex items-start gap-2">
        <PriceField
          name="minPrice"
          label={`Lowest price in ${currencyName()}`}
          placeholder={typeShortAmount(scale.min)}
          value={typed.min}
          error={errors.min}
          onChange={(value) => setTyped({ ...typed, min: value })}
        />
        <span className="pt-2.5 text-ink-muted text-sm">to</span>
        <PriceField
          name="maxPrice"
          label={`Highest price in ${currencyName()}`}
          placeholder={typeShortAmount(scale.max)}
          value={typed.max}
          error={errors.max}
          onChange={(value) => setTyped({ ...typed, max: value })}
        />
      </div>
      <PriceSliders typed={typed} stops={priceStops(bounds)} onChange={setTyped} />
    </fieldset>
  );
}

type PriceFieldProps = {
  name: string;
  label: string;
  placeholder: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function PriceField({ onChange, ...input }: PriceFieldProps) {
  return (
    <MoneyInput
      {...input}
      labelHidden
      maxLength={13}
      onChange={(event) => onChange(event.target.value)}
      fieldClassName="min-w-0 flex-1"
      className="text-sm"
    />
  );
}

function amountErrorOf(typed: string): string | undefined {
  const value = readAmount(typed);
  if (typeof value === 'string') return unreadableAmount(value);
  return value !== undefined && value < 0 ? 'Must not be negative' : undefined;
}

function numberIn(typed: string): number | undefined {
  const value = readAmount(typed);
  return typeof value === 'number' ? value : undefined;
}

type TypedRange = { min: string; max: string };
type PriceSlidersProps = { typed: TypedRange; stops: number[]; onChange: (typed: TypedRange) => void };

function PriceSliders({ typed, stops, onChange }: PriceSlidersProps) {
  const last = stops.length - 1;
  if (last < 1) return null;
  const low = stopOf(numberIn(typed.min) ?? stops[0] ?? 0, stops);
  const high = stopOf(numberIn(typed.max) ?? stops[last] ?? 0, stops);
  const share = (index: number) => (index / last) * 100;

  return (
    <div className="relative mt-4 h-6 pointer-coarse:h-11 noscript:hidden">
      <span className="absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 rounded-full bg-line" />
      <span
        className="absolute top-1/2 h-1 -translate-y-1/2 rounded-full bg-primary-fill"
        style={{ left: `${share(Math.min(low, high))}%`, right: `${100 - share(Math.max(low, high))}%` }}
      />
      <Slider
        label="Lowest price"
        value={low}
        stops={stops}
        onChange={(index) =>
          onChange({ ...typed, min: index === 0 ? '' : write(stops[Math.min(index, high)] ?? null) })
        }
      />
      <Slider
        label="Highest price"
        value={high}
        stops={stops}
        onChange={(index) =>
          onChange({ ...typed, max: index === last ? '' : write(stops[Math.max(index, low)] ?? null) })
        }
      />
    </div>
  );
}

type SliderProps = { label: string; value: number; stops: number[]; onChange: (index: number) => void };

function Slider({ label, value, stops, onChange }: SliderProps) {
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={formatRoundMoney(toCents(stops[value] ?? 0))}
      max={stops.length - 1}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      className="thumb-only absolute inset-x-0 top-0 h-full w-full rounded-full"
    />
  );
}
