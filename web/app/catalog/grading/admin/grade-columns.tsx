import { maxGrades } from '@reprise/contract/catalog/grading/grade-standard';
import { conditionLabels, conditions } from '@reprise/contract/catalog/products/conditions';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Plus } from '../../../ui/icons/lucide.tsx';
import { type EditedContent, newGrade, withMoved, withoutRow, withRow } from './edit-content.ts';
import { RowButtons } from './row-buttons.tsx';

type EditedGrade = EditedContent['grades'][number];
type Surfaces = EditedContent['surfaces'];

type GradeColumnsProps = {
  grades: EditedGrade[];
  surfaces: Surfaces;
  /** Devices in hand by grade. */
  inUse: ReadonlyMap<string, number>;
  onChange: (grades: EditedGrade[]) => void;
};

/** Grades side by side, the best first, with the words for each surface. */
export function GradeColumns({ grades, surfaces, inUse, onChange }: GradeColumnsProps) {
  return (
    <section aria-labelledby="grades-title">
      <h2 id="grades-title" className="font-semibold text-base">
        Grades
      </h2>
      <p className="mt-1 text-ink-muted text-sm">
        The best first. Write the most wear that each surface may show, with its measures. The last grade of
        wear is for devices that fail.
      </p>
      <ul className="mt-3 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {grades.map((grade, index) => (
          <li key={grade.id} className="rounded-tile border border-line bg-raised p-4">
            <div className="mb-3 flex items-center justify-between gap-2">
              <h3 className="flex flex-wrap items-center gap-2 font-semibold">
                {grade.code ? `Grade ${grade.code}` : 'New grade'}
                {grade.isRetired && <Badge>Retired</Badge>}
              </h3>
              <RowButtons
                name={grade.code ? `grade ${grade.code}` : 'the new grade'}
                index={index}
                count={grades.length}
                direction="across"
                onMove={(steps) => onChange(withMoved(grades, index, steps))}
                onRemove={() => onChange(withoutRow(grades, index))}
              />
            </div>
            <GradeFields
              grade={grade}
              surfaces={surfaces}
              wearCodes={grades
                .filter((one) => one.worstWear === null && one !== grade)
                .map(({ code }) => code)}
              inUse={inUse.get(grade.code) ?? 0}
              onChange={(change) => onChange(withRow(grades, index, change))}
            />
          </li>
        ))}
      </ul>
      <Button
        variant="outline"
        size="sm"
        className="mt-3"
        disabled={grades.length >= maxGrades}
        onClick={() => onChange([...grades, newGrade()])}
      >
        <Plus className="size-4" aria-hidden="true" />
        Add grade
      </Button>
    </section>
  );
}

type GradeFieldsProps = {
  grade: EditedGrade;
  surfaces: Surfaces;
  wearCodes: string[];
  inUse: number;
  onChange: (change: Partial<EditedGrade>) => void;
};

function GradeFields({ grade, surfaces, wearCodes, inUse, onChange }: GradeFieldsProps) {
  return (
    <div className="grid gap-3">
      <GradeFacts grade={grade} wearCodes={wearCodes} onChange={onChange} />
      {surfaces.map(({ key, label }) => (
        <TextArea
          key={key}
          label={label || 'Unnamed surface'}
          rows={2}
          maxLength={300}
          value={grade.words[key] ?? ''}
          onChange={({ target }) => onChange({ words: { ...grade.words, [key]: target.value } })}
        />
      ))}
      <Checkbox
        label="Retired"
        hint={
          inUse === 0
            ? 'No longer given. Devices that have it keep it.'
            : `No longer given. ${inUse === 1 ? 'One device has it and keeps it.' : `${inUse} devices have it and keep it.`}`
        }
        checked={grade.isRetired ?? false}
        onChange={({ target }) => onChange({ isRetired: target.checked || undefined })}
      />
    </div>
  );
}

function GradeFacts({
  grade,
  wearCodes,
  onChange,
}: Pick<GradeFieldsProps, 'grade' | 'wearCodes' | 'onChange'>) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextInput
        label="Code"
        maxLength={4}
        value={grade.code}
        onChange={({ target }) => onChange({ code: target.value.toUpperCase() })}
      />
      <TextInput
        label="Name"
        maxLength={60}
        value={grade.publicName}
        onChange={({ target }) => onChange({ publicName: target.value })}
      />
      <Select
        label="Sold as"
        value={grade.condition ?? ''}
        onChange={({ target }) =>
          onChange({ condition: conditions.find((condition) => condition === target.value) ?? null })
        }
      >
        {conditions.map((condition) => (
          <option key={condition} value={condition}>
            {conditionLabels[condition]}
          </option>
        ))}
        <option value="">Not sold to customers</option>
      </Select>
      <TextInput
        label="Battery, at least %"
        inputMode="numeric"
        maxLength={3}
        value={grade.batteryFloor ?? ''}
        onChange={({ target }) => onChange({ batteryFloor: readPercent(target.value) })}
      />
      <Select
        label="Given for"
        fieldClassName="col-span-2"
        value={grade.worstWear ?? ''}
        onChange={({ target }) => onChange({ worstWear: target.value || null })}
      >
        <option value="">Wear</option>
        {wearCodes.map((code) => (
          <option key={code} value={code}>{`Refurbishing, with the wear of ${code} at most`}</option>
        ))}
      </Select>
    </div>
  );
}

/** Returns the digits typed as 1 to 100; null without any. */
function readPercent(typed: string): number | null {
  const percent = Math.min(100, Number(typed.replaceAll(/\D/g, '')));
  return percent === 0 ? null : percent;
}
