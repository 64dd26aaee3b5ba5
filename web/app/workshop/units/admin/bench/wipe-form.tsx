import type { DeviceKind } from '@reprise/contract/catalog/grading/device-kinds';
import { requiredText } from '@reprise/contract/wire';
import {
  newWipe,
  type WipeCategory,
  type WipeVerification,
  wipeCategoryLabels,
  wipeVerificationLabels,
} from '@reprise/contract/workshop/units/bench';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import type { SyntheticEvent } from 'react';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { noResponse } from '../../../../api/error-message.ts';
import { Button } from '../../../../ui/button.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { ActProgress, useAct } from '../acts/use-act.tsx';
import { useOutcomesForm } from '../use-outcomes-form.tsx';
import { ignoreEnter } from './use-bench-keys.ts';

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

/** An erasure of many devices names its tool. */
const wipeOfMany = newWipe.extend({ tool: requiredText(100, 'Name the tool that erased them') });

type WipeFormProps = { units: Unit[]; kind: DeviceKind; tool?: string | undefined; onDone: () => void };

/** Records the same erasure of units. Passed and failed are buttons of their own, because the result is the point. */
export function WipeForm({ units, kind, tool = '', onDone }: WipeFormProps) {
  const act = useAct();
  const isOne = units.length === 1;
  const form = useOutcomesForm({
    units,
    defaultValues: {
      ...(usual[kind] ?? usualElsewhere),
      tool,
      result: 'passed',
      reference: '',
      mediaSerial: '',
    },
    schema: isOne ? newWipe : wipeOfMany,
    bodyOf: (values) => ({ ...values, ids: units.slice(0, 1).map(({ id }) => id) }),
    save: (body) => {
      // One device has a report and a drive of its own.
      if (isOne) return api.recordUnitWipes({ body });
      const { ids: _ids, reference: _reference, mediaSerial: _mediaSerial, ...wipe } = body;
      return act.run(units, { kind: 'wipe', ...wipe });
    },
    done: ({ result }) => (result === 'passed' ? 'erased' : 'sent to quarantine'),
    failed: noResponse('retry'),
    invalidates: [['units']],
    onDone,
  });
  const record = (result: string) => (event: SyntheticEvent) => {
    form.setValue('result', result);
    return form.submit(event);
  };
  return (
    <form noValidate className="grid gap-4" onKeyDown={ignoreEnter} onSubmit={record('passed')}>
      {form.failure && <FormFailure>{form.failure}</FormFailure>}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput label="Method" required maxLength={100} {...form.field('method')} />
        <TextInput label="Tool and version" required={!isOne} maxLength={100} {...form.field('tool')} />
        <Select label="Category (NIST SP 800-88)" options={wipeCategoryLabels} {...form.field('category')} />
        <Select label="Verified" options={wipeVerificationLabels} {...form.field('verification')} />
        {isOne && (
          <>
            <TextInput label="Number of the tool's report" maxLength={100} {...form.field('reference')} />
            <TextInput label="Serial number of the drive" maxLength={60} {...form.field('mediaSerial')} />
          </>
        )}
      </div>
      <ActProgress progress={act.progress} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" data-finishes loading={form.isSaving}>
          Erased and verified
        </Button>
        <Button variant="danger" disabled={form.isSaving} onClick={record('failed')}>
          It failed
        </Button>
      </div>
    </form>
  );
}
