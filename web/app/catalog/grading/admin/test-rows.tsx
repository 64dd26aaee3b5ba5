import { maxTests } from '@reprise/contract/catalog/grading/edited-grading';
import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Plus } from '../../../ui/icons/lucide.tsx';
import { type EditedContent, newTest, withMoved, withoutRow, withRow } from './edit-content.ts';
import { RowButtons } from './row-buttons.tsx';

type EditedTests = EditedContent['tests'];
type TestRowsProps = { tests: EditedTests; onChange: (tests: EditedTests) => void };

/** Tests of the checklist in the order of the technician's form. */
export function TestRows({ tests, onChange }: TestRowsProps) {
  const groups = useId();
  return (
    <section aria-labelledby="tests-title">
      <h2 id="tests-title" className="font-semibold text-base">
        Tests
      </h2>
      <p className="mt-1 text-ink-muted text-sm">
        A device whose required test fails is not ready for sale. A critical one gives it the last grade.
      </p>
      <datalist id={groups}>
        {[...new Set(tests.map(({ group }) => group))].map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
      <ol className="mt-3 divide-y divide-line rounded-tile border border-line bg-raised">
        {tests.map((test, index) => (
          <TestRow
            key={test.id}
            test={test}
            index={index}
            count={tests.length}
            groups={groups}
            onChange={(change) => onChange(withRow(tests, index, change))}
            onMove={(steps) => onChange(withMoved(tests, index, steps))}
            onRemove={() => onChange(withoutRow(tests, index))}
          />
        ))}
      </ol>
      <Button
        variant="outline"
        size="sm"
        className="mt-3"
        disabled={tests.length >= maxTests}
        onClick={() => onChange([...tests, newTest(tests.at(-1)?.group ?? '')])}
      >
        <Plus className="size-4" aria-hidden="true" />
        Add test
      </Button>
    </section>
  );
}

type TestRowProps = {
  test: EditedTests[number];
  index: number;
  count: number;
  /** Id of the list of groups. */
  groups: string;
  onChange: (change: Partial<EditedTests[number]>) => void;
  onMove: (steps: number) => void;
  onRemove: () => void;
};

function TestRow({ test, index, count, groups, onChange, onMove, onRemove }: TestRowProps) {
  const name = test.label || `test ${index + 1}`;
  return (
    <li className="grid items-center gap-x-4 gap-y-1 p-3 md:grid-cols-[2fr_1fr_auto_auto_auto]">
      <TextInput
        label={`Test ${index + 1}`}
        labelHidden
        placeholder="What is tested"
        maxLength={60}
        value={test.label}
        onChange={({ target }) => onChange({ label: target.value })}
      />
      <TextInput
        label={`Group of ${name}`}
        labelHidden
        placeholder="Group"
        list={groups}
        maxLength={60}
        value={test.group}
        onChange={({ target }) => onChange({ group: target.value })}
      />
      <div className="flex gap-4 md:contents">
        <Checkbox
          label={
            <>
              Required<span className="sr-only">: {name}</span>
            </>
          }
          checked={test.required}
          onChange={({ target }) => onChange({ required: target.checked })}
        />
        <Checkbox
          label={
            <>
              Critical<span className="sr-only">: {name}</span>
            </>
          }
          checked={test.critical}
          onChange={({ target }) => onChange({ critical: target.checked })}
        />
      </div>
      <RowButtons
        name={name}
        index={index}
        count={count}
        onMove={onMove}
        onRemove={onRemove}
        direction="down"
      />
    </li>
  );
}
