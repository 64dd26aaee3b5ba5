import type { PhotoMark } from '@reprise/contract/workshop/units/unit-photos';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Plus, X } from '../../../ui/icons/lucide.tsx';
import { markClass, placeOf } from './photo-marks.tsx';

type MarkEditorProps = {
  marks: PhotoMark[];
  maxMarks: number;
  onChange: (marks: PhotoMark[]) => void;
  children: ReactNode;
};

const clamp = (share: number) => Math.min(1, Math.max(0, Math.round(share * 1000) / 1000));
const steps: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-0.01, 0],
  ArrowRight: [0.01, 0],
  ArrowUp: [0, -0.01],
  ArrowDown: [0, 0.01],
};

/** Photo on which a tap adds a mark, and the names of the marks. Arrow keys move a mark. */
export function MarkEditor({ marks, maxMarks, onChange, children }: MarkEditorProps) {
  const [added, setAdded] = useState<number | null>(null);
  const isFull = marks.length >= maxMarks;
  const add = (x: number, y: number) => {
    if (isFull) return;
    setAdded(marks.length);
    onChange([...marks, { x: clamp(x), y: clamp(y), name: '' }]);
  };
  const change = (index: number, changes: Partial<PhotoMark>) =>
    onChange(marks.map((mark, position) => (position === index ? { ...mark, ...changes } : mark)));
  const addAtPoint = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    add((clientX - left) / width, (clientY - top) / height);
  };
  const moveByKey = (event: KeyboardEvent, index: number) => {
    const [step, mark] = [steps[event.key], marks[index]];
    if (!step || !mark) return;
    event.preventDefault();
    change(index, { x: clamp(mark.x + step[0]), y: clamp(mark.y + step[1]) });
  };
  return (
    <div className="grid gap-3">
      <div className="relative mx-auto w-fit">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button below adds a mark without a pointer */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button below adds a mark without a pointer */}
        <div className={isFull ? '' : 'cursor-crosshair'} onClick={addAtPoint}>
          {children}
        </div>
        {marks.map((mark, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a mark is its position
            key={index}
            type="button"
            aria-label={`Mark ${index + 1}, move with the arrow keys`}
            className={`absolute ${markClass}`}
            style={placeOf(mark)}
            onKeyDown={(event) => moveByKey(event, index)}
          >
            {index + 1}
          </button>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-muted text-sm">
          {isFull
            ? `A photo has at most ${maxMarks} marks.`
            : 'Tap a scratch or a dent on the photo, then name it.'}
        </p>
        <Button variant="outline" size="sm" disabled={isFull} onClick={() => add(0.5, 0.5)}>
          <Plus className="size-4" aria-hidden="true" />
          Mark
        </Button>
      </div>
      <MarkNames
        marks={marks}
        added={added}
        onRename={(index, name) => change(index, { name })}
        onRemove={(index) => {
          setAdded(null);
          onChange(marks.filter((_, position) => position !== index));
        }}
      />
    </div>
  );
}

type MarkNamesProps = {
  marks: PhotoMark[];
  /** Index of the mark that was just added, which is named next. */
  added: number | null;
  onRename: (index: number, name: string) => void;
  onRemove: (index: number) => void;
};

function MarkNames({ marks, added, onRename, onRemove }: MarkNamesProps) {
  if (marks.length === 0) return null;
  return (
    <ol className="grid gap-2" aria-label="Marks">
      {marks.map(({ name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a mark is its position
        <li key={index} className="flex items-center gap-2">
          <span className="tabular w-5 text-right font-semibold text-sm" aria-hidden="true">
            {index + 1}
          </span>
          <TextInput
            label={`Name of mark ${index + 1}`}
            labelHidden
            placeholder="Scratch, 5 mm"
            maxLength={80}
            // The mark was just added by the person, who names it next.
            autoFocus={index === added}
            fieldClassName="flex-1"
            value={name}
            onChange={(event) => onRename(index, event.target.value)}
          />
          <IconButton label={`Remove mark ${index + 1}`} onClick={() => onRemove(index)}>
            <X className="size-4" aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ol>
  );
}
