import { maxSurfaces } from '@reprise/contract/catalog/grading/edited-grading';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Plus } from '../../../ui/icons/lucide.tsx';
import { type EditedContent, newSurface, withMoved, withoutRow, withRow } from './edit-content.ts';
import { RowButtons } from './row-buttons.tsx';

type SurfaceRowsProps = {
  surfaces: EditedContent['surfaces'];
  onChange: (surfaces: EditedContent['surfaces']) => void;
};

/** Parts of a device that a grader looks at. */
export function SurfaceRows({ surfaces, onChange }: SurfaceRowsProps) {
  return (
    <section aria-labelledby="surfaces-title">
      <h2 id="surfaces-title" className="font-semibold text-base">
        Surfaces
      </h2>
      <p className="mt-1 text-ink-muted text-sm">
        What a grader looks at, one after the other. The worst surface decides the grade.
      </p>
      <ol className="mt-3 grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {surfaces.map(({ key, label }, index) => (
          <li key={key} className="flex items-center gap-1">
            <TextInput
              label={`Surface ${index + 1}`}
              labelHidden
              placeholder="Screen, back, lens"
              fieldClassName="min-w-0 flex-1"
              maxLength={60}
              value={label}
              onChange={({ target }) => onChange(withRow(surfaces, index, { label: target.value }))}
            />
            <RowButtons
              name={label || `surface ${index + 1}`}
              index={index}
              count={surfaces.length}
              direction="down"
              onMove={(steps) => onChange(withMoved(surfaces, index, steps))}
              onRemove={() => onChange(withoutRow(surfaces, index))}
            />
          </li>
        ))}
      </ol>
      <Button
        variant="outline"
        size="sm"
        className="mt-3"
        disabled={surfaces.length >= maxSurfaces}
        onClick={() => onChange([...surfaces, newSurface()])}
      >
        <Plus className="size-4" aria-hidden="true" />
        Add surface
      </Button>
    </section>
  );
}
