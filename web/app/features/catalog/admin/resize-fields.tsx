import { useState } from 'react';
import type { Resize } from '../../../api/upload-image.ts';
import { TextInput } from '../../../ui/forms/text-input.tsx';

const limits = { width: 4000, height: 4000, quality: 100 } as const;
const labels = { width: 'Maximum width', height: 'Maximum height', quality: 'Quality' } as const;
const names = ['width', 'height', 'quality'] as const;

type ResizeFieldsProps = { value: Resize; onChange: (value: Resize) => void };

/** Target size for uploaded images; blank fields do not resize. */
export function ResizeFields({ value, onChange }: ResizeFieldsProps) {
  const [invalidField, setInvalidField] = useState<(typeof names)[number] | null>(null);
  return (
    <details className="text-sm">
      <summary className="min-h-8 w-fit cursor-pointer py-1.5 font-medium pointer-coarse:py-3">
        Resize uploads
      </summary>
      <div className="mt-2 grid grid-cols-3 gap-3">
        {names.map((name) => (
          <TextInput
            key={name}
            label={labels[name]}
            type="number"
            min="1"
            max={limits[name]}
            inputMode="numeric"
            error={invalidField === name ? `1 to ${limits[name]}` : undefined}
            placeholder={name === 'quality' ? '1-100' : 'pixels'}
            onChange={({ target }) => {
              const { [name]: _, ...others } = value;
              const size = Number(target.value);
              const fits = Number.isInteger(size) && size >= 1 && size <= limits[name];
              setInvalidField(fits || target.value === '' ? null : name);
              onChange(fits ? { ...others, [name]: size } : others);
            }}
          />
        ))}
      </div>
    </details>
  );
}
