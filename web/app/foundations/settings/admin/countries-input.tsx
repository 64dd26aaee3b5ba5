import { countries } from '@reprise/contract/countries';
import { useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { X } from '../../../ui/icons/lucide.tsx';
import type { SettingsValues } from './settings-values.ts';

const isCountry = (name: string) => countries.some((country) => country === name);

type CountriesInputProps = { name: 'shipTo'; label: string; error: string | undefined };

/** Countries as a list of names, to which a name is added by typing a part of it. */
export function CountriesInput({ name, label, error }: CountriesInputProps) {
  const { control } = useFormContext<SettingsValues>();
  const { field } = useController({ control, name });
  const list = useId();
  const lines = field.value.split('\n').filter((line) => line !== '');
  const chosen = lines.filter(isCountry);
  // Text that is no country yet is part of the value, so that it cannot be saved or lost.
  const typed = lines.find((line) => !isCountry(line)) ?? '';
  const change = (names: string[], text: string) => field.onChange([...names, text].join('\n'));
  const type = (text: string) => {
    const country = countries.find((one) => one.toLowerCase() === text.trim().toLowerCase());
    if (!country) return change(chosen, text);
    change(chosen.includes(country) ? chosen : [...chosen, country], '');
  };
  return (
    <div className="grid gap-2 sm:col-span-2">
      <TextInput
        label={label}
        error={error}
        list={list}
        name={name}
        ref={field.ref}
        value={typed}
        placeholder="Add a country"
        autoComplete="off"
        spellCheck={false}
        hint="The checkout offers these, the first of them first. Orders to other countries are refused."
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <datalist id={list}>
        {countries.map(
          (country) => !field.value.split('\n').includes(country) && <option key={country} value={country} />,
        )}
      </datalist>
      <ul aria-label="Chosen countries" className="flex flex-wrap gap-2">
        {chosen.map((country) => (
          <li
            key={country}
            className="flex min-h-9 items-center rounded-control border border-line bg-raised pl-3 text-sm"
          >
            {country}
            <button
              type="button"
              aria-label={`Remove ${country}`}
              className="grid size-9 place-items-center text-ink-muted hover:text-ink pointer-coarse:size-11"
              onClick={() =>
                change(
                  chosen.filter((one) => one !== country),
                  typed,
                )
              }
            >
              <X className="size-4" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
