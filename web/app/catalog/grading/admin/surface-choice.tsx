import type { Grade } from '@reprise/contract/catalog/grading/grade-standard';
import { useId } from 'react';
import { classNames } from '../../../ui/class-names.ts';

type SurfaceChoiceProps = {
  label: string;
  surface: string;
  grades: readonly Grade[];
  value: string | undefined;
  onChange: (grade: string) => void;
};

/** The best grade whose words a surface meets. */
export function SurfaceChoice({ label, surface, grades, value, onChange }: SurfaceChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2 xl:grid-cols-4">
        {grades.map(({ code, words }) => (
          <label
            key={code}
            className={classNames(
              'flex cursor-pointer gap-3 rounded-control border border-line-strong p-3 text-sm hover:bg-sunken',
              'has-checked:border-primary-text has-checked:bg-primary-tint',
              'has-focus-visible:outline-2 has-focus-visible:outline-primary-text',
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={value === code}
              onChange={() => onChange(code)}
            />
            <span className="font-semibold">{code}</span>
            <span>{words[surface]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
