import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import type { Route } from './+types/admin-order-page';
import { StatusChangeDialogs, useStatusChange } from './fulfillment/status-change.tsx';
import { LoadedOrder, useOrder } from './loaded-order.tsx';

export const meta = ({ params }: Route.MetaArgs) => adminMeta(`Order ${params.id}`);

export default function AdminOrderPage({ params: { id } }: Route.ComponentProps) {
  const change = useStatusChange();
  const name = useOrder(id).data?.order.orderNumber ?? id;
  return (
    <>
      <Breadcrumb steps={[{ label: 'Orders', to: '/admin/orders' }, { label: name }]} />
      <h1 className="tabular mt-2 mb-5 break-all text-lg sm:text-xl">Order {name}</h1>
      <LoadedOrder key={id} orderNumber={id} change={change} />
      <StatusChangeDialogs change={change} />
    </>
  );
}
