import { unitAction } from '@reprise/contract/units/acts';
import type { Unit } from '@reprise/contract/units/unit';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../../../admin-ui/forms/form-dialog.tsx';
import { api } from '../../../../api/browser-api.ts';
import { messageOf } from '../../../../api/error-message.ts';
import { Select } from '../../../../ui/forms/select.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useOutcomesForm } from '../use-outcomes-form.tsx';
import { nameOfUnits } from './name-of-units.ts';
import { ActProgress, useAct } from './use-act.tsx';

type UnitsDialogProps = { units: Unit[]; onClose: () => void; onDone: () => void };

/** Gives many devices the same grade of the standard of their kind. */
export function GradeUnitsDialog({ units, onClose, onDone }: UnitsDialogProps) {
  const act = useAct();
  const id = units[0]?.id ?? '';
  const bench = useQuery({
    queryKey: ['units', 'bench', id],
    queryFn: ({ signal }) => api.getUnitBench({ params: { id } }, { signal }),
  });
  const grades = bench.data?.bench.standard.grades.filter(({ isRetired }) => !isRetired) ?? [];
  const form = useOutcomesForm({
    units,
    defaultValues: { code: '', reason: '' },
    schema: unitAction,
    bodyOf: ({ code, reason }) => ({ kind: 'grade', code: code || grades[0]?.code, reason }),
    save: (action) => act.run(units, action),
    done: () => 'graded',
    invalidates: [['units']],
    onDone: () => {
      onClose();
      onDone();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Grade of ${nameOfUnits(units)}`}
      onClose={onClose}
      submitLabel="Save grade"
      submitDisabled={grades.length === 0}
      failure={bench.isError ? messageOf(bench.error) : form.failure}
    >
      {bench.isPending ? (
        <Skeleton className="h-24" />
      ) : (
        <div className="grid gap-4">
          <Select
            label="Grade"
            hint="Devices with a failed critical test or too weak a battery are left out."
            options={grades.map(({ code, publicName }) => [code, `${code} · ${publicName}`])}
            {...form.field('code')}
          />
          <TextInput
            label="How the grade was found"
            hint="Shown in the history of each device."
            required
            maxLength={500}
            {...form.field('reason')}
          />
          <ActProgress progress={act.progress} />
        </div>
      )}
    </FormDialog>
  );
}
