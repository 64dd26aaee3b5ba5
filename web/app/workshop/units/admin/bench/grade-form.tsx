import type { Grade } from '@reprise/contract/catalog/grading/grade-standard';
import { suggestGrade } from '@reprise/contract/catalog/grading/suggest-grade';
import { newGrading } from '@reprise/contract/workshop/units/bench';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { SurfaceChoice } from '../../../../catalog/grading/admin/surface-choice.tsx';
import type { CheckedForm } from '../../../../forms/use-checked-form.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/forms/checkbox.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { ignoreEnter } from './use-bench-keys.ts';
import { type StepFormProps, useStepForm } from './use-step-form.ts';

/** `overruled` is the chosen grade; empty for the suggested one. */
type Values = {
  surfaces: Record<string, string>;
  isRefurbished: boolean;
  overruled: string;
  reason: string;
};

/** Grades a unit surface by surface, beside the words of the standard. */
export function GradeForm({ unit, bench, onDone }: StepFormProps) {
  const { standard, criticalFailures } = bench;
  const offered = standard.grades.filter(({ isRetired }) => !isRetired);
  const suggestionOf = ({ surfaces, isRefurbished }: Values) =>
    suggestGrade(standard, { surfaces, isRefurbished }, { criticalFailures, battery: unit.battery });
  const form = useStepForm({
    defaultValues: { surfaces: {}, isRefurbished: false, overruled: '', reason: '' } as Values,
    schema: newGrading,
    bodyOf: (values) => ({
      standard: standard.id,
      answers: { surfaces: values.surfaces, isRefurbished: values.isRefurbished },
      code: values.overruled || suggestionOf(values).code,
      reason: values.reason,
    }),
    save: (body, idempotencyKey) =>
      api.recordUnitGrading({ params: { id: unit.id }, body }, { idempotencyKey: idempotencyKey() }),
    done: 'Grade saved',
    onDone,
  });
  const surfaces = form.choice('surfaces');
  const suggestion = suggestionOf(form.watch());
  const code = form.watch('overruled') || suggestion.code;
  const isOverruled = code !== suggestion.code;
  return (
    <form noValidate className="grid gap-5" onKeyDown={ignoreEnter} onSubmit={form.submit}>
      {form.failure && <FormFailure>{form.failure}</FormFailure>}
      {standard.surfaces.map(({ key, label }) => (
        <SurfaceChoice
          key={key}
          label={label}
          surface={key}
          grades={offered.filter(({ worstWear }) => worstWear === null)}
          value={surfaces.value[key]}
          onChange={(grade) => surfaces.onChange({ ...surfaces.value, [key]: grade })}
        />
      ))}
      <Checkbox
        label="Refurbished: cleaned, worn parts replaced, complete"
        {...form.field('isRefurbished')}
      />
      {suggestion.code && code && (
        <GradeVerdict
          grades={offered}
          suggestion={{ ...suggestion, code: suggestion.code }}
          code={code}
          form={form}
        />
      )}
      <div>
        <Button
          type="submit"
          data-finishes
          loading={form.isSaving}
          disabled={code === null || (isOverruled && form.watch('reason').trim() === '')}
        >
          Save grade
        </Button>
      </div>
    </form>
  );
}

type GradeVerdictProps = {
  grades: readonly Grade[];
  suggestion: { code: string; reasons: string[] };
  code: string;
  form: CheckedForm<Values>;
};

/** The suggested grade with its reasons, and the chosen one with the reason for another. */
function GradeVerdict({ grades, suggestion, code, form }: GradeVerdictProps) {
  return (
    <div className="grid gap-4 rounded-tile border border-line bg-sunken p-4 sm:grid-cols-2">
      <p>
        <span className="block text-ink-muted text-sm">The answers suggest</span>
        <strong className="text-lg">{gradeName(grades, suggestion.code)}</strong>
        {suggestion.reasons.map((why) => (
          <span key={why} className="block text-sm">
            {why}
          </span>
        ))}
      </p>
      <Select
        label="Grade"
        options={grades.map((grade) => [grade.code, gradeName(grades, grade.code)])}
        {...form.field('overruled')}
        value={code}
      />
      {code !== suggestion.code && (
        <TextInput
          label="Why another grade than suggested"
          required
          fieldClassName="sm:col-span-2"
          maxLength={500}
          {...form.field('reason')}
        />
      )}
    </div>
  );
}

function gradeName(grades: readonly Grade[], code: string): string {
  const grade = grades.find((grade) => grade.code === code);
  return grade ? `${code}, ${grade.publicName}` : code;
}
