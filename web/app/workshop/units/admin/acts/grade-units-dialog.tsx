import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../../../admin-ui/forms/form-dialog.tsx';
import { api } from '../../../../api/browser-api.ts';
import { messageOf } from '../../../../api/error-message.ts';
import { Select } from '../../../../ui/forms/select.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { nameOfUnits } from './name-of-units.ts';
import { ActProgress } from './use-act.tsx';
import { type ActDialogProps, useActForm } from './use-act-form.ts';

/** Gives many devices the same grade of the standard of their kind. */
export function GradeUnitsDialog({ units, onClose, onDone }: ActDialogProps) {
  const id = units[0]?.id ?? '';
  const bench = useQuery({
    queryKey: ['units', 'bench', id],
    queryFn: ({ signal }) => api.getUnitBench({ params: { id } }, { signal }),
  });
  const grades = bench.data?.bench.standard.grades.filter(({ isRetired }) => !isRetired) ?? [];
  const { form, progress } = useActForm({
    units,
    onClose,
    onDone,
    defaultValues: { code: '', reason: '' },
    bodyOf: ({ code, reason }) => ({ kind: 'grade', code: code || grades[0]?.code, reason }),
    done: 'graded',
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
          <ActProgress progress={progress} />
        </div>
      )}
    </FormDialog>
  );
}
