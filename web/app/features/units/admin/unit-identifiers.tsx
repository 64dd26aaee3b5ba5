import { type IdentifierKind, identifierKinds, identifierLabels } from '@reprise/contract/units/identifiers';
import type { Unit } from '@reprise/contract/units/unit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

/** Identifiers of a unit, with a form that adds or replaces one. */
export function UnitIdentifiers({ unit }: { unit: Unit }) {
  const can = usePermissions();
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
        {unit.identifiers.map(({ kind, value }) => (
          <div key={kind} className="contents">
            <dt className="text-ink-muted">{identifierLabels[kind]}</dt>
            <dd className="tabular break-all font-medium">{value}</dd>
          </div>
        ))}
        {unit.state !== 'gone' &&
          unit.missing.map((kind) => (
            <div key={kind} className="contents">
              <dt className="text-ink-muted">{identifierLabels[kind]}</dt>
              <dd>
                <Badge tone="warn">Missing</Badge>
              </dd>
            </div>
          ))}
      </dl>
      {unit.identifiers.length === 0 && unit.missing.length === 0 && (
        <p className="text-ink-muted text-sm">None recorded.</p>
      )}
      {can('units.bench') && unit.state !== 'gone' && <IdentifierForm unit={unit} />}
    </>
  );
}

function IdentifierForm({ unit }: { unit: Unit }) {
  const [kind, setKind] = useState<IdentifierKind>(unit.missing[0] ?? 'serial');
  const [value, setValue] = useState('');
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      api.setUnitIdentifier({ params: { id: unit.id }, body: { kind, value, captured: 'typed' } }),
    onSuccess: () => {
      notify('success', `${identifierLabels[kind]} recorded`);
      setValue('');
      return queries.invalidateQueries({ queryKey: ['units'] });
    },
  });
  const replaces = unit.identifiers.find((known) => known.kind === kind);
  return (
    <form
      noValidate
      className="mt-4 flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (value.trim() !== '') save.mutate();
      }}
    >
      <Select
        label="Kind"
        labelHidden
        value={kind}
        onChange={(event) => setKind(event.target.value as IdentifierKind)}
      >
        {identifierKinds.map((choice) => (
          <option key={choice} value={choice}>
            {identifierLabels[choice]}
          </option>
        ))}
      </Select>
      <TextInput
        label="Number"
        labelHidden
        placeholder="Scan or type"
        autoComplete="off"
        spellCheck={false}
        fieldClassName="min-w-48 flex-1"
        value={value}
        hint={replaces && `Replaces ${replaces.value}, which stays in the history.`}
        error={save.isError ? messageOf(save.error, noResponse('retry')) : undefined}
        onChange={(event) => setValue(event.target.value)}
      />
      <Button type="submit" variant="outline" loading={save.isPending} disabled={value.trim() === ''}>
        {replaces ? 'Replace' : 'Add'}
      </Button>
    </form>
  );
}
