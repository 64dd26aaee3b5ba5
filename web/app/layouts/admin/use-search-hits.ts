import type { Permission } from '@reprise/contract/permissions';
import { readCode } from '@reprise/contract/workshop/codes/read-code';
import { isIdentifier } from '@reprise/contract/workshop/units/identifiers';
import { unitStateLabels } from '@reprise/contract/workshop/units/unit-states';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { returnNumberOf } from '../../admin-ui/scan/return-number.ts';
import { api } from '../../api/browser-api.ts';
import { statusLabelOf } from '../../sales/orders/parcels.ts';
import { usePermissions } from '../../session/use-permissions.ts';
import type { LucideIcon } from '../../ui/icons/icon.tsx';
import {
  ClipboardList,
  Container,
  Package,
  RotateCcw,
  Smartphone,
  UserRound,
} from '../../ui/icons/lucide.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';

export type SearchHit = { to: string; label: string; hint: string; Icon: LucideIcon };

const debounceMs = 150;
const maxHits = 5;

/** Returns a few devices, orders, lots, products, customers and users that match the query. */
export function useSearchHits(typed: string) {
  const can = usePermissions();
  const query = useDebounced(typed.trim(), debounceMs);
  const hits = useQuery({
    queryKey: ['found', query],
    enabled: query.length >= 2,
    queryFn: ({ signal }) => searchAll(query, can, signal),
    placeholderData: keepPreviousData,
  });
  const isSearching = typed.trim().length >= 2;
  return {
    hits: isSearching ? (hits.data ?? []) : [],
    loading: isSearching && (hits.isFetching || query !== typed.trim()),
    failed: isSearching && hits.isError,
  };
}

async function searchAll(
  search: string,
  can: (permission: Permission) => boolean,
  signal: AbortSignal,
): Promise<SearchHit[]> {
  const query = { search, limit: maxHits };
  const [{ units }, { orders }, { lots }, { products, match }, { customers }, { users }] = await Promise.all([
    can('units.read') && isDeviceCode(search) ? api.listUnits({ query }, { signal }) : { units: [] },
    can('orders.read') ? api.listAllOrders({ query }, { signal }) : { orders: [] },
    can('lots.manage') ? api.listLots({ query }, { signal }) : { lots: [] },
    can('catalog.manage') ? api.listAdminProducts({ query }, { signal }) : { products: [], match: 'exact' },
    can('customers.read') ? api.listCustomers({ query }, { signal }) : { customers: [] },
    can('customers.read') ? api.listUsers({ query }, { signal }) : { users: [] },
  ]);
  const devices = units.map(({ number, model, state }) => ({
    to: `/admin/units/${number}`,
    label: number,
    hint: [model.name, unitStateLabels[state]].join(' · '),
    Icon: Smartphone,
  }));
  const number = can('returns.handle') ? returnNumberOf(search) : null;
  const returns =
    number === null
      ? []
      : [{ to: `/admin/returns/${number}`, label: number, hint: 'Return', Icon: RotateCcw }];
  const hits = {
    orders: orders.map((order) => ({
      to: `/admin/orders/${order.id}`,
      label: order.orderNumber,
      hint: [order.shippingAddress.name, statusLabelOf(order)].filter(Boolean).join(' · '),
      Icon: ClipboardList,
    })),
    lots: lots.map(({ number, supplier, state }) => ({
      to: `/admin/lots/${number}`,
      label: `Lot ${number}`,
      hint: [supplier.name, state === 'open' ? 'Open' : 'Closed'].join(' · '),
      Icon: Container,
    })),
    products: products.map(({ id, name, sku }) => ({
      to: `/admin/products?edit=${id}`,
      label: name,
      hint: sku,
      Icon: Package,
    })),
    people: [
      ...customers.map(({ id, name, email }) => ({
        to: `/admin/customers/${id}`,
        label: name,
        hint: email,
        Icon: UserRound,
      })),
      ...users
        .filter(({ id }) => !customers.some(({ userId }) => userId === id))
        .map(({ id, name, email }) => ({
          to: `/admin/users?user=${id}`,
          label: name,
          hint: email,
          Icon: UserRound,
        })),
    ].slice(0, maxHits),
  };
  // Orders and people have all typed words; products without some of them must not stand before those.
  return match === 'exact'
    ? [...returns, ...devices, ...hits.orders, ...hits.lots, ...hits.products, ...hits.people]
    : [...returns, ...devices, ...hits.orders, ...hits.lots, ...hits.people, ...hits.products];
}

/** True for a number of a device or the last characters of one. */
function isDeviceCode(search: string): boolean {
  const reading = readCode(search, { hosts: [window.location.host], isSearch: true });
  if (reading.answer === 'refuse') return false;
  const numbers = reading.answer === 'value' ? reading.numbers : reading.candidates.flat();
  return numbers.some(
    (number) => isIdentifier(number) || ['unit', 'passport', 'imeisv', 'tail'].includes(number.kind),
  );
}
