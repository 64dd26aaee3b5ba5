import { type UnitState, unitStateLabels, unitStates } from '@reprise/contract/units/unit-states';
import { useQuery } from '@tanstack/react-query';
import { FilterSelect, SearchField } from '../../../admin-ui/toolbar.tsx';
import type { ListParams } from '../../../admin-ui/use-list-params.ts';
import { api } from '../../../api/browser-api.ts';
import { formatCount } from '../../../formats.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';

const batteries = [80, 85, 90];
const ages = [14, 21, 30, 60, 90];

/** Filters by what the bench and the purchase say about a device. */
export const noWorkFilters = {
  grade: undefined,
  supplier: undefined,
  assignee: undefined,
  maxBattery: undefined,
  minDays: undefined,
  belowCost: undefined,
};

export function readWorkFilters(listParams: ListParams) {
  const number = (name: string, choices: number[]) =>
    choices.find((choice) => String(choice) === listParams.text(name));
  return {
    grade: listParams.text('grade') || undefined,
    supplier: listParams.text('supplier') || undefined,
    assignee: listParams.text('assignee') || undefined,
    maxBattery: number(
      'maxBattery',
      batteries.map((battery) => battery - 1),
    ),
    minDays: number('minDays', ages),
    belowCost: listParams.text('belowCost') === 'true' || undefined,
  };
}

type Filters = ReturnType<typeof readWorkFilters> & {
  search: string | undefined;
  state: UnitState | undefined;
  place: string | undefined;
  missing: boolean | undefined;
  model: string | undefined;
};

type UnitFiltersProps = {
  filters: Filters;
  listParams: ListParams;
  counts: Record<UnitState, number> | undefined;
};

/** Search and filters of the list of devices. */
export function UnitFilters({ filters, listParams, counts }: UnitFiltersProps) {
  const { search = '', state, place, missing, model } = filters;
  const choices = unitStates.map((value) => ({
    value,
    label: counts ? `${unitStateLabels[value]} (${formatCount(counts[value])})` : unitStateLabels[value],
  }));
  return (
    <>
      <SearchField
        label="Search by number, model or last digits"
        value={search}
        onChange={(value) => listParams.change({ search: value })}
      />
      <FilterSelect
        label="State"
        all="In hand"
        value={state}
        choices={choices}
        onChange={(value) => listParams.change({ state: value })}
      />
      <WorkFilters filters={filters} listParams={listParams} />
      {place && (
        <Button variant="outline" size="sm" onClick={() => listParams.change({ place: undefined })}>
          All bins
        </Button>
      )}
      {missing && (
        <Button variant="outline" size="sm" onClick={() => listParams.change({ missing: undefined })}>
          Found and not found
        </Button>
      )}
      {model && (
        <Button variant="outline" size="sm" onClick={() => listParams.change({ model: undefined })}>
          All models
        </Button>
      )}
    </>
  );
}

/** A filter with one value to choose would take its place in vain. */
const isUseful = (choices: unknown[] = [], value: string | undefined) =>
  choices.length > 1 || value !== undefined;

function WorkFilters({ filters, listParams }: Omit<UnitFiltersProps, 'counts'>) {
  const can = usePermissions();
  const { data } = useQuery({
    queryKey: ['units', 'filters'],
    queryFn: ({ signal }) => api.listUnitFilterChoices({}, { signal }),
  });
  const change = (name: keyof typeof noWorkFilters) => (value: string | undefined) =>
    listParams.change({ [name]: value });
  const named = (choices: { id: string; name: string }[] = []) =>
    choices.map(({ id, name }) => ({ value: id, label: name }));
  const { grade, supplier, assignee, maxBattery, minDays, belowCost } = filters;
  return (
    <>
      {isUseful(data?.grades, grade) && (
        <FilterSelect
          label="Grade"
          all="Any grade"
          value={grade}
          choices={(data?.grades ?? []).map((code) => ({ value: code, label: `Grade ${code}` }))}
          onChange={change('grade')}
        />
      )}
      <FilterSelect
        label="Battery"
        all="Any battery"
        value={maxBattery === undefined ? undefined : String(maxBattery)}
        choices={batteries.map((battery) => ({
          value: String(battery - 1),
          label: `Battery below ${battery}%`,
        }))}
        onChange={change('maxBattery')}
      />
      <FilterSelect
        label="Days in this state"
        all="Any age"
        value={minDays === undefined ? undefined : String(minDays)}
        choices={ages.map((days) => ({ value: String(days), label: `${days} days or more` }))}
        onChange={change('minDays')}
      />
      {isUseful(data?.suppliers, supplier) && (
        <FilterSelect
          label="Supplier"
          all="All suppliers"
          value={supplier}
          choices={named(data?.suppliers)}
          onChange={change('supplier')}
        />
      )}
      {isUseful(data?.assignees, assignee) && (
        <FilterSelect
          label="Works on it"
          all="Everyone"
          value={assignee}
          choices={named(data?.assignees)}
          onChange={change('assignee')}
        />
      )}
      {can('costs.see') && (
        <FilterSelect
          label="Margin"
          all="Any margin"
          value={belowCost && 'true'}
          choices={[{ value: 'true', label: 'On sale below cost' }]}
          onChange={change('belowCost')}
        />
      )}
    </>
  );
}
