import type { DeviceKind } from '@reprise/contract/grading/device-kinds';
import {
  type WipeCategory,
  type WipeVerification,
  wipeCategories,
  wipeCategoryLabels,
  wipeVerificationLabels,
  wipeVerifications,
} from '@reprise/contract/units/bench';
import type { Unit } from '@reprise/contract/units/unit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../../api/error-message.ts';
import { Button } from '../../../../ui/button.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { ProblemList } from '../move-units-dialog.tsx';
import { reportOutcomes } from '../unit-outcomes.ts';

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

type WipeFormProps = { units: Unit[]; kind: DeviceKind; tool?: string | undefined; onDone: () => void };

/** Records the same erasure of units. Passed and failed are buttons of their own, because the result is the point. */
export function WipeForm({ units, kind, tool = '', onDone }: WipeFormProps) {
  const [wipe, setWipe] = useState(() => ({ tool, ...(usual[kind] ?? usualElsewhere) }));
  const [problems, setProblems] = useState<string[]>([]);
  const queries = useQueryClient();
  const record = useMutation({
    mutationFn: (result: 'passed' | 'failed') =>
      api.recordUnitWipes({ body: { ids: units.map(({ id }) => id), ...wipe, result } }),
    onSuccess: async ({ outcomes }, result) => {
      const rejected = reportOutcomes(units, outcomes, result === 'passed' ? 'erased' : 'sent to quarantine');
      setProblems(rejected);
      await queries.invalidateQueries({ queryKey: ['units'] });
      if (rejected.length === 0) onDone();
    },
  });
  const failure = record.isError && messageOf(record.error, noResponse('retry'));
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        record.mutate('passed');
      }}
    >
      {(failure || problems.length > 0) && (
        <FormFailure>{failure || <ProblemList problems={problems} />}</FormFailure>
      )}
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
        <Button type="submit" loading={record.isPending}>
          Erased and verified
        </Button>
        <Button variant="danger" disabled={record.isPending} onClick={() => record.mutate('failed')}>
          It failed
        </Button>
      </div>
    </form>
  );
}
