import type { Grade } from '@reprise/contract/grading/grade-standard';
import { suggestGrade } from '@reprise/contract/grading/suggest-grade';
import { useState } from 'react';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/forms/checkbox.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { SurfaceChoice } from '../../../grading/admin/surface-choice.tsx';
import { type StepFormProps, useRecord } from './use-record.ts';

/** Grades a unit surface by surface, beside the words of the standard. */
export function GradeForm({ unit, bench, onDone }: StepFormProps) {
  const { standard, criticalFailures } = bench;
  const offered = standard.grades.filter(({ isRetired }) => !isRetired);
  const [surfaces, setSurfaces] = useState<Record<string, string>>({});
  const [isRefurbished, setRefurbished] = useState(false);
  const [overruled, setOverruled] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [key] = useState(() => crypto.randomUUID());
  const answers = { surfaces, isRefurbished };
  const suggestion = suggestGrade(standard, answers, { criticalFailures, battery: unit.battery });
  const code = overruled ?? suggestion.code;
  const isOverruled = code !== suggestion.code;
  const { save, isSaving, failure } = useRecord(
    (code: string) =>
      api.recordUnitGrading(
        { params: { id: unit.id }, body: { standard: standard.id, answers, code, reason } },
        { idempotencyKey: key },
      ),
    'Grade saved',
    onDone,
  );
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (code) save(code);
      }}
    >
      {failure && <FormFailure>{failure}</FormFailure>}
      {standard.surfaces.map(({ key, label }) => (
        <SurfaceChoice
          key={key}
          label={label}
          surface={key}
          grades={offered.filter(({ worstWear }) => worstWear === null)}
          value={surfaces[key]}
          onChange={(grade) => setSurfaces({ ...surfaces, [key]: grade })}
        />
      ))}
      <Checkbox
        label="Refurbished: cleaned, worn parts replaced, complete"
        checked={isRefurbished}
        onChange={(event) => setRefurbished(event.target.checked)}
      />
      {suggestion.code && code && (
        <GradeVerdict
          grades={offered}
          suggestion={{ ...suggestion, code: suggestion.code }}
          code={code}
          onCode={setOverruled}
          reason={reason}
          onReason={setReason}
        />
      )}
      <div>
        <Button
          type="submit"
          loading={isSaving}
          disabled={code === null || (isOverruled && reason.trim() === '')}
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
  onCode: (code: string) => void;
  reason: string;
  onReason: (reason: string) => void;
};

/** The suggested grade with its reasons, and the chosen one with the reason for another. */
function GradeVerdict({ grades, suggestion, code, onCode, reason, onReason }: GradeVerdictProps) {
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
      <Select label="Grade" value={code} onChange={(event) => onCode(event.target.value)}>
        {grades.map((grade) => (
          <option key={grade.code} value={grade.code}>
            {gradeName(grades, grade.code)}
          </option>
        ))}
      </Select>
      {code !== suggestion.code && (
        <TextInput
          label="Why another grade than suggested"
          required
          fieldClassName="sm:col-span-2"
          maxLength={500}
          value={reason}
          onChange={(event) => onReason(event.target.value)}
        />
      )}
    </div>
  );
}

function gradeName(grades: readonly Grade[], code: string): string {
  const grade = grades.find((grade) => grade.code === code);
  return grade ? `${code}, ${grade.publicName}` : code;
}
