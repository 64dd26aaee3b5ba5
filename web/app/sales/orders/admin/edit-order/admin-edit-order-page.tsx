import type { Order } from '@reprise/contract/sales/orders/order';
import type { EditPreview } from '@reprise/contract/sales/orders/order-edit';
import type { PackingLine } from '@reprise/contract/sales/orders/packing';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { Loaded } from '../../../../admin-ui/loaded.tsx';
import { api } from '../../../../api/browser-api.ts';
import { usePermissions } from '../../../../session/use-permissions.ts';
import { Breadcrumb } from '../../../../ui/breadcrumb.tsx';
import { buttonClass } from '../../../../ui/button.tsx';
import type { Route } from './+types/admin-edit-order-page';
import { EditOrderForm } from './edit-order-form.tsx';
import { isEditable } from './editable.ts';
import { addressOf, editOf, linesOf } from './edited-order.ts';

export const meta = ({ params }: Route.MetaArgs) => adminMeta(`Edit order ${params.id}`);

type Packed = ReadonlyMap<string, PackingLine['devices']>;
type Opened = { order: Order; unchanged: EditPreview | null; packed: Packed };

/** Edits an order that has not shipped. */
export default function AdminEditOrderPage({ params: { id } }: Route.ComponentProps) {
  const can = usePermissions();
  const opened = useQuery({
    // Loaded once: an edit of another person must not replace what is being typed.
    queryKey: ['order-to-edit', id],
    queryFn: () => openOrder(id, can('orders.pack')),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const number = opened.data?.order.orderNumber ?? id;
  return (
    <>
      <Breadcrumb
        steps={[
          { label: 'Orders', to: '/admin/orders' },
          { label: number, to: `/admin/orders/${number}` },
          { label: 'Edit' },
        ]}
      />
      <h1 className="tabular mt-2 mb-5 break-all text-lg sm:text-xl">Edit order {number}</h1>
      <Loaded query={opened} failed="This order could not be loaded">
        {(data) => (
          <Opened {...data} onReload={() => void opened.refetch()} isReloading={opened.isFetching} />
        )}
      </Loaded>
    </>
  );
}

/** Loads the order with the preview of an edit that changes nothing: it names the usual shipping charge. */
async function openOrder(id: string, canReadPacking: boolean): Promise<Opened> {
  const { order } = await api.getOrder({ params: { id } });
  if (!isEditable(order)) return { order, unchanged: null, packed: new Map() };
  const { shippingMethod } = order;
  const form = { ...addressOf(order), shippingMethod, shipping: '', reason: '' };
  const body = editOf(order, linesOf(order), form);
  const { preview } = await api.previewOrderEdit({ params: { id: order.id }, body });
  return { order, unchanged: preview, packed: canReadPacking ? await readPacked(order) : new Map() };
}

/** Returns the packed devices of an order by product. */
async function readPacked({ id, isBeingPacked }: Order): Promise<Packed> {
  if (!isBeingPacked) return new Map();
  const { packing } = await api.getPacking({ params: { id } });
  return new Map(packing.lines.map(({ product, devices }) => [product, devices]));
}

type OpenedProps = Opened & { onReload: () => void; isReloading: boolean };

function Opened({ order, unchanged, packed, onReload, isReloading }: OpenedProps) {
  if (unchanged) {
    const version = `${order.version ?? 0} ${order.updatedAt}`;
    return (
      <EditOrderForm
        key={version}
        order={order}
        unchanged={unchanged}
        packed={packed}
        onReload={onReload}
        isReloading={isReloading}
      />
    );
  }
  return (
    <div className="grid justify-items-start gap-4 text-sm">
      <p>This order has been shipped, cancelled, refunded or erased, so it cannot be edited.</p>
      <Link to={`/admin/orders/${order.orderNumber}`} className={buttonClass({ variant: 'outline' })}>
        Back to the order
      </Link>
    </div>
  );
}
