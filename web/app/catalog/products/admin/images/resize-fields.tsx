import { readWhole } from '@reprise/contract/typed-number';
import { useState } from 'react';
import type { Resize } from '../../../../api/upload-image.ts';
import { WholeNumberInput } from '../../../../ui/forms/number-input.tsx';

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
          <WholeNumberInput
            key={name}
            label={labels[name]}
            lowest={1}
            error={invalidField === name ? `1 to ${limits[name]}` : undefined}
            placeholder={name === 'quality' ? '1-100' : 'pixels'}
            onChange={({ target }) => {
              const { [name]: _, ...others } = value;
              const size = readWhole(target.value);
              const fits = typeof size === 'number' && size >= 1 && size <= limits[name];
              setInvalidField(fits || size === undefined ? null : name);
              onChange(fits ? { ...others, [name]: size } : others);
            }}
          />
        ))}
      </div>
    </details>
  );
}
