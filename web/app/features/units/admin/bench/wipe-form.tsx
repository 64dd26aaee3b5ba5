import type { DeviceKind } from '@reprise/contract/grading/device-kinds';
import {
  type UnitBench,
  type WipeCategory,
  type WipeVerification,
  wipeCategories,
  wipeCategoryLabels,
  wipeVerificationLabels,
  wipeVerifications,
} from '@reprise/contract/units/bench';
import type { Unit } from '@reprise/contract/units/unit';
import { useState } from 'react';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { useRecord } from './use-record.ts';

type Method = { category: WipeCategory; method: string; verification: WipeVerification };

/** Usual way for each kind: phones erase the key of their encrypted storage, drives are purged by their own command. */
const usual: Partial<Record<DeviceKind, Method>> = {
  computer: { category: 'purge', method: 'Secure erase of the drive', verification: 'tool' },
  console: { category: 'clear', method: 'Full reset and format', verification: 'visual' },
};
const usualElsewhere: Method = {
  category: 'purge',
  method: 'Factory reset with encryption key erased',
  verification: 'visual',
};

type StepFormProps = { unit: Unit; bench: UnitBench; onDone: () => void };

/** Records an erasure. Passed and failed are buttons of their own, because the result is the point. */
export function WipeForm({ unit, bench, onDone }: StepFormProps) {
  const last = bench.wipes[0];
  const [wipe, setWipe] = useState(() => ({
    tool: last?.tool ?? '',
    ...(usual[bench.kind] ?? usualElsewhere),
  }));
  const { save, isSaving, failure } = useRecord(
    async (result: 'passed' | 'failed') => {
      const { outcomes } = await api.recordUnitWipes({ body: { ids: [unit.id], ...wipe, result } });
      const [outcome] = outcomes;
      if (!outcome?.unit) throw new Error(outcome?.problem);
      return { unit: outcome.unit };
    },
    'Erasure saved',
    onDone,
  );
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save('passed');
      }}
    >
      {failure && <FormFailure>{failure}</FormFailure>}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          label="Method"
          required
          maxLength={100}
          value={wipe.method}
          onChange={(event) => setWipe({ ...wipe, method: event.target.value })}
        />
        <TextInput
          label="Tool and version"
          maxLength={100}
          value={wipe.tool}
          onChange={(event) => setWipe({ ...wipe, tool: event.target.value })}
        />
        <Select
          label="Category (NIST SP 800-88)"
          value={wipe.category}
          onChange={(event) => setWipe({ ...wipe, category: event.target.value as WipeCategory })}
        >
          {wipeCategories.map((category) => (
            <option key={category} value={category}>
              {wipeCategoryLabels[category]}
            </option>
          ))}
        </Select>
        <Select
          label="Verified"
          value={wipe.verification}
          onChange={(event) => setWipe({ ...wipe, verification: event.target.value as WipeVerification })}
        >
          {wipeVerifications.map((verification) => (
            <option key={verification} value={verification}>
              {wipeVerificationLabels[verification]}
            </option>
          ))}
        </Select>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={isSaving}>
          Erased and verified
        </Button>
        <Button variant="danger" disabled={isSaving} onClick={() => save('failed')}>
          It failed
        </Button>
      </div>
    </form>
  );
}
