import { unitStateLabels, unitStates } from '@reprise/contract/workshop/units/unit-states';
import { useQuery } from '@tanstack/react-query';
import { choicesOf, linkedFilter, searchFilter, selectFilter } from '../../../admin-ui/list/list-filters.tsx';
import { api } from '../../../api/browser-api.ts';
import { formatCount } from '../../../formats.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { useUnitCounts } from './use-unit-counts.ts';

const batteries = ['80', '85', '90'] as const;
const ages = ['14', '21', '30', '60', '90'] as const;

/** Filters of the list of devices. One with a single value to choose has no control. */
export function useUnitFilters() {
  const can = usePermissions();
  const counts = useUnitCounts()?.counts;
  const { data } = useQuery({
    queryKey: ['units', 'filters'],
    queryFn: ({ signal }) => api.listUnitFilterChoices({}, { signal }),
  });
  const { grades = [], suppliers = [], assignees = [] } = data ?? {};
  const named = (choices: { id: string; name: string }[]) =>
    choices.map(({ id, name }) => ({ value: id, label: name }));
  return [
    searchFilter('Search by number, model or last digits'),
    selectFilter({
      name: 'state',
      label: 'State',
      all: 'In hand',
      choices: choicesOf(unitStates, (state) =>
        counts ? `${unitStateLabels[state]} (${formatCount(counts[state])})` : unitStateLabels[state],
      ),
    }),
    selectFilter({
      name: 'grade',
      label: 'Grade',
      all: 'Any grade',
      choices: choicesOf(grades, (grade) => `Grade ${grade}`),
      takesAny: true,
      isHidden: grades.length < 2,
    }),
    selectFilter({
      name: 'maxBattery',
      label: 'Battery',
      all: 'Any battery',
      choices: batteries.map((battery) => ({
        value: String(Number(battery) - 1),
        label: `Battery below ${battery}%`,
      })),
      queryOf: (value) => ({ maxBattery: Number(value) }),
    }),
    selectFilter({
      name: 'minDays',
      label: 'Days in this state',
      all: 'Any age',
      choices: choicesOf(ages, (days) => `${days} days or more`),
      queryOf: (value) => ({ minDays: Number(value) }),
    }),
    selectFilter({
      name: 'supplier',
      label: 'Supplier',
      all: 'All suppliers',
      choices: named(suppliers),
      takesAny: true,
      isHidden: suppliers.length < 2,
    }),
    selectFilter({
      name: 'assignee',
      label: 'Works on it',
      all: 'Everyone',
      choices: named(assignees),
      takesAny: true,
      isHidden: assignees.length < 2,
    }),
    ...costFilters(can('costs.see')),
    linkedFilter('place', 'All bins'),
    linkedFilter('missing', 'Found and not found', (value) => (value === 'true' ? { missing: true } : {})),
    linkedFilter('model', 'All models'),
    linkedFilter('act', 'All acts'),
    linkedFilter('product'),
  ] as const;
}

/** Filters by what devices cost. */
function costFilters(seesCosts: boolean) {
  return [
    selectFilter({
      name: 'belowCost',
      label: 'Margin',
      all: 'Any margin',
      choices: [{ value: 'true', label: 'On sale below cost' }],
      isHidden: !seesCosts,
      queryOf: () => ({ belowCost: true }),
    }),
    selectFilter({
      name: 'costUnknown',
      label: 'Cost',
      all: 'Any cost',
      choices: [{ value: 'true', label: 'Cost unknown' }],
      isHidden: !seesCosts,
      queryOf: () => ({ costUnknown: true }),
    }),
  ] as const;
}
