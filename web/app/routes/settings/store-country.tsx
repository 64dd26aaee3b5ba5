import { firstShipTo } from '@reprise/contract/countries';
import { useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import type { SettingsValues } from '../../foundations/settings/admin/settings-values.ts';
import { Select } from '../../ui/forms/select.tsx';
import { countryProposals } from './country-proposals.ts';

/**
 * Proposes currency, format, paper, week and, while the countries of a new shop stand, where the store ships to. The form
 * has to be saved.
 */
export function StoreCountry() {
  const { setValue, getValues } = useFormContext<SettingsValues>();
  const [country, setCountry] = useState('');
  const [shipsThere, setShipsThere] = useState(false);
  const [params] = useSearchParams();
  const isAsked = params.get('field') === 'country';
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (!isAsked) return;
    select.current?.focus();
    // Else it would be behind the navigation of a phone.
    select.current?.scrollIntoView({ block: 'center' });
  }, [isAsked]);
  const choose = (name: string) => {
    setCountry(name);
    const proposal = countryProposals.get(name);
    if (!proposal) return;
    for (const field of ['currency', 'format', 'paper', 'weekStartsOn'] as const)
      setValue(field, proposal[field], { shouldDirty: true });
    const shipTo = getValues('shipTo');
    const isUnchosen = shipTo === firstShipTo.join('\n') || shipTo === country;
    const isAbroad = isUnchosen && name !== firstShipTo[0];
    setShipsThere(isAbroad);
    if (isUnchosen) setValue('shipTo', isAbroad ? name : firstShipTo.join('\n'), { shouldDirty: true });
  };
  return (
    <>
      <Select
        ref={select}
        label="Propose for a store in"
        hint="Fills in currency, format, paper and week as usual there, by ISO 4217 and Unicode CLDR. The nearest of our formats is taken; check each of them."
        fieldClassName="sm:col-span-2"
        value={country}
        onChange={(event) => choose(event.target.value)}
        options={[...countryProposals.keys()].map((name) => [name, name])}
      >
        <option value="">Choose a country</option>
      </Select>
      <p role="status" className="text-ink-muted text-sm empty:hidden sm:col-span-2">
        {country && `Filled in for ${country}. `}
        {shipsThere && `You ship to ${country} alone; add other countries under Shipping. `}
        {country && 'Nothing counts before you save.'}
      </p>
    </>
  );
}
