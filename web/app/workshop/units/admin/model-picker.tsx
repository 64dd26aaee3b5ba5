import { readCode, unknownCode } from '@reprise/contract/workshop/codes/read-code';
import type { ModelChoice, ModelReference } from '@reprise/contract/workshop/units/unit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { useKeySpeed } from '../../../admin-ui/scan/use-key-speed.ts';
import { Thumb } from '../../../admin-ui/thumb.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { type NewModel, NewModelForm } from './new-model-form.tsx';

/** A model that exists, or one that the unit adds. */
export type ChosenModel = {
  known?: ModelChoice | undefined;
  new?: NewModel | undefined;
};

export function toModelReference({ known, new: added }: ChosenModel): ModelReference {
  if (added) return { new: added };
  return known?.product ? { product: known.product } : { key: known?.key ?? '' };
}

type ModelPickerProps = {
  onChoose: (model: ChosenModel) => void;
  autoFocus?: boolean;
  /** Name that a new model has until another one is typed. */
  newName?: string;
  /** Takes what a scanner sends while the field has the focus. */
  onScan?: (code: string) => void;
};

/** Finds a model by words, or adds one. The keys 1 to 9 choose while a result has the focus. */
export function ModelPicker({ onChoose, autoFocus = false, newName = '', onScan }: ModelPickerProps) {
  const speed = useKeySpeed();
  const [typed, setTyped] = useState('');
  const [adding, setAdding] = useState(false);
  const search = useDebounced(typed.trim(), 250);
  const models = useQuery({
    queryKey: ['units', 'models', search],
    queryFn: ({ signal }) => api.findModels({ query: { search } }, { signal }),
    select: ({ models }) => models,
    placeholderData: keepPreviousData,
  });
  if (adding) {
    return (
      <NewModelForm
        name={typed.trim() || newName}
        onAdd={(model) => onChoose({ new: model })}
        onCancel={() => setAdding(false)}
      />
    );
  }
  return (
    <div className="grid gap-2">
      <TextInput
        label="Find the model"
        placeholder="Brand, name, storage, color"
        autoComplete="off"
        autoFocus={autoFocus}
        value={typed}
        onChange={(event) => {
          speed.note(event.timeStamp, typed === '');
          setTyped(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (onScan && typed !== '' && isCode(typed) && speed.isScanner(event.timeStamp)) {
            setTyped('');
            return onScan(typed);
          }
          const [only, ...others] = models.data ?? [];
          if (only && others.length === 0) onChoose({ known: only });
        }}
      />
      {models.isError && (
        <FormFailure>{messageOf(models.error, 'The models could not be loaded. Type again.')}</FormFailure>
      )}
      <ModelChoices models={models.data ?? []} onChoose={(known) => onChoose({ known })} />
      {models.data?.length === 0 && (
        <p className="text-ink-muted text-sm">
          {search === ''
            ? 'No device has been received yet. Type to find a model among your products.'
            : 'No model matches.'}
        </p>
      )}
      <div>
        <Button size="sm" variant="outline" onClick={() => setAdding(true)}>
          New model
        </Button>
      </div>
    </div>
  );
}

/** True for a text that is a number of anything; names of models are none. */
const isCode = (text: string) => {
  const reading = readCode(text);
  return reading.answer !== 'refuse' || reading.reason !== unknownCode;
};

type ModelChoicesProps = { models: ModelChoice[]; onChoose: (model: ModelChoice) => void };

export function ModelChoices({ models, onChoose }: ModelChoicesProps) {
  if (models.length === 0) return null;
  return (
    <ol
      aria-label="Models"
      className="max-h-80 divide-y divide-line overflow-y-auto rounded-control border border-line"
    >
      {models.map((model, index) => (
        <li key={model.key ?? model.product}>
          <button
            type="button"
            className="flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-left text-sm -outline-offset-2 hover:bg-sunken"
            onClick={() => onChoose(model)}
            onKeyDown={(event) => {
              const chosen = /^[1-9]$/.test(event.key) ? models[Number(event.key) - 1] : undefined;
              if (!chosen) return;
              event.preventDefault();
              onChoose(chosen);
            }}
          >
            <span className="tabular w-4 text-ink-faint" aria-hidden="true">
              {index < 9 && index + 1}
            </span>
            <Thumb src={model.image ?? undefined} className="size-9" />
            <span className="min-w-0">
              <span className="block truncate font-medium">{model.name}</span>
              <span className="block truncate text-ink-muted">
                {[model.brand, model.category].filter(Boolean).join(' · ')}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
