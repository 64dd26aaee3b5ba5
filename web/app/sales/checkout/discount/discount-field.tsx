import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Tag, X } from '../../../ui/icons/lucide.tsx';
import type { useDiscount } from './use-discount.ts';

type DiscountFieldProps = { discount: ReturnType<typeof useDiscount>; onApply: (code: string) => void };

/** Field for a discount code, or the code that is applied. */
export function DiscountField({ discount, onApply }: DiscountFieldProps) {
  const [typed, setTyped] = useState('');
  const { applied, error, isApplying, remove } = discount;
  if (applied) {
    return (
      <p
        role="status"
        className="flex items-center gap-2 rounded-control bg-good-tint py-1 pr-1 pl-3 text-sm"
      >
        <Tag className="size-4 shrink-0 text-good-text" aria-hidden="true" />
        <span className="wrap-anywhere min-w-0 flex-1">
          Code <strong>{applied.code}</strong>
          {applied.type === 'free-shipping' && ': free standard shipping'}
        </span>
        <IconButton
          label={`Remove code ${applied.code}`}
          size="sm"
          onClick={() => {
            setTyped('');
            remove();
          }}
        >
          <X className="size-4" aria-hidden="true" />
        </IconButton>
      </p>
    );
  }
  const apply = () => {
    if (typed.trim() !== '' && !isApplying) onApply(typed);
  };
  return (
    // No form of its own: on phone orders the field is within one.
    <div className="flex items-start gap-2">
      <TextInput
        label="Discount code"
        labelHidden
        placeholder="Discount code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        fieldClassName="min-w-0 flex-1"
        value={typed}
        error={error ?? undefined}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
      />
      <Button variant="outline" loading={isApplying} disabled={typed.trim() === ''} onClick={apply}>
        Apply
      </Button>
    </div>
  );
}
