import { identifierLabels } from '@reprise/contract/workshop/units/identifiers';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import { unitEndpoints } from '@reprise/contract/workshop/units/units';
import { Link } from 'react-router';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { noResponse } from '../../../api/error-message.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';

/** Identifiers of a unit, with a form that adds or replaces one. */
export function UnitIdentifiers({ unit }: { unit: Unit }) {
  const can = usePermissions();
  if (unit.next !== null) return <NumbersOfNext number={unit.next} order={unit.order} />;
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

/** Says where the identifiers of a device went that was bought again. */
function NumbersOfNext({ number, order }: { number: string; order: string | null }) {
  return (
    <p className="text-sm">
      They belong to{' '}
      <Link to={`/admin/units/${number}`} className="tabular text-link">
        {number}
      </Link>
      , the same device bought again.{order !== null && ` Order ${order} still shows what was sent.`}
    </p>
  );
}

function IdentifierForm({ unit }: { unit: Unit }) {
  const form = useSavedForm({
    defaultValues: { kind: unit.missing[0] ?? 'serial', value: '' },
    schema: unitEndpoints.setUnitIdentifier.body,
    bodyOf: (values) => ({ ...values, captured: 'typed' }),
    save: async (body) => {
      await api.setUnitIdentifier({ params: { id: unit.id }, body });
      return body;
    },
    done: ({ kind }) => `${identifierLabels[kind]} recorded`,
    failed: noResponse('retry'),
    invalidates: [['units']],
    valuesAfter: (_, { kind }) => ({ kind, value: '' }),
  });
  const [kind, typed] = form.watch(['kind', 'value']);
  const replaces = unit.identifiers.find((known) => known.kind === kind);
  const value = form.field('value');
  return (
    <form noValidate className="mt-4 flex flex-wrap items-start gap-2" onSubmit={form.submit}>
      <Select label="Kind of number" labelHidden options={identifierLabels} {...form.field('kind')} />
      <TextInput
        label="Number"
        labelHidden
        placeholder="Scan or type"
        autoComplete="off"
        spellCheck={false}
        fieldClassName="min-w-48 flex-1"
        hint={replaces && `Replaces ${replaces.value}, which stays in the history.`}
        {...value}
        error={value.error ?? form.failure}
      />
      <Button type="submit" variant="outline" loading={form.isSaving} disabled={typed.trim() === ''}>
        {replaces ? 'Replace' : 'Add'}
      </Button>
    </form>
  );
}
