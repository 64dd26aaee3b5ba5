import { conditionLabels, conditions } from '@reprise/contract/catalog/products/conditions';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';
import { useFormFields } from '../../../forms/use-checked-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, ChoiceGroup } from '../../../ui/forms/checkbox.tsx';
import { MoneyInput, WholeNumberInput } from '../../../ui/forms/number-input.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import type { DiscountFormValues } from './discount-form-values.ts';
import { typeLabels } from './discount-texts.ts';

/** Letters and digits that are not mistaken for each other when a code is read out. */
const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const codeLength = 8;

function randomCode(): string {
  const random = crypto.getRandomValues(new Uint32Array(codeLength));
  return [...random].map((number) => codeAlphabet[number % codeAlphabet.length]).join('');
}

export function DiscountFields() {
  const { field, watch } = useFormFields<DiscountFormValues>();
  const type = watch('type');
  return (
    <div className="grid gap-5">
      <CodeField />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label="Gives" options={typeLabels} {...field('type')} />
        {type === 'percent' && <WholeNumberInput label="Percent" required lowest={1} {...field('percent')} />}
        {type === 'amount' && <MoneyInput label="Amount" required {...field('amount')} />}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput type="datetime-local" label="Starts" required hint="Store time." {...field('startsAt')} />
        <TextInput type="datetime-local" label="Ends" hint="Empty: until you end it." {...field('endsAt')} />
      </div>
      <WholeNumberInput
        label="Limit"
        hint="Orders that can use it in all. Empty: any number."
        lowest={1}
        {...field('maxUses')}
      />
      <Checkbox
        label="Once per customer"
        hint="By account, and by email address for guests."
        {...field('oncePerCustomer')}
      />
      <Scope />
    </div>
  );
}

function CodeField() {
  const { field, setValue } = useFormFields<DiscountFormValues>();
  return (
    <div className="flex flex-wrap items-start gap-2">
      <TextInput
        label="Code"
        required
        hint="Customers type it at the checkout; case does not matter."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        fieldClassName="min-w-48 flex-1"
        {...field('code')}
      />
      <Button
        variant="outline"
        className="mt-6.5"
        onClick={() => setValue('code', randomCode(), { shouldDirty: true, shouldValidate: true })}
      >
        Make one up
      </Button>
    </div>
  );
}

/** Products that the code is for. */
function Scope() {
  const { field } = useFormFields<DiscountFormValues>();
  const categories = useQuery({ queryKey: ['categories'], queryFn: () => api.listCategories() });
  const { error: categoriesError, ...inCategories } = field('categories');
  const { error: conditionsError, ...inConditions } = field('conditions');
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <ChoiceGroup label="Only in these categories" error={categoriesError}>
        {categories.data?.map(({ id, name }) => (
          <Checkbox key={id} label={name} value={id} {...inCategories} />
        ))}
        {categories.isError && <p className="text-bad-text text-sm">The categories could not be loaded.</p>}
        <p className="text-ink-muted text-sm">None ticked: all.</p>
      </ChoiceGroup>
      <ChoiceGroup label="Only in these conditions" error={conditionsError}>
        {conditions.map((condition) => (
          <Checkbox key={condition} label={conditionLabels[condition]} value={condition} {...inConditions} />
        ))}
        <p className="text-ink-muted text-sm">None ticked: all.</p>
      </ChoiceGroup>
    </div>
  );
}
