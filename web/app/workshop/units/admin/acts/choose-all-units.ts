import type { CallInput } from '@reprise/contract/endpoint';
import { maxUnitsPerAct } from '@reprise/contract/workshop/units/acts';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import type { unitEndpoints } from '@reprise/contract/workshop/units/units';
import { api } from '../../../../api/browser-api.ts';
import { formatCount } from '../../../../formats.ts';
import { notify } from '../../../../ui/overlays/notify.ts';

const pageSize = 100;

type Filters = NonNullable<CallInput<typeof unitEndpoints.listUnits>['query']>;

/** Selects the devices that match, as many as one act may have. */
export async function chooseAllUnits(
  query: Omit<Filters, 'page' | 'limit' | 'sort'>,
  choose: (units: Unit[]) => void,
): Promise<void> {
  const matches: Unit[] = [];
  for (let page = 1; matches.length < maxUnitsPerAct; page++) {
    const { units, pagination } = await api.listUnits({ query: { ...query, page, limit: pageSize } });
    matches.push(...units);
    if (units.length < pageSize || matches.length >= pagination.total) break;
  }
  const chosen = matches.slice(0, maxUnitsPerAct);
  if (chosen.length === maxUnitsPerAct)
    notify('info', `The first ${formatCount(chosen.length)} that match are selected.`);
  choose(chosen);
}
