import { useSearchParams } from 'react-router';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { PackOrder } from './pack-order.tsx';
import { PackingList } from './packing-list.tsx';
import { PickList } from './pick-list.tsx';

export const meta = () => adminMeta('Pack');

/** Packs paid orders by scan. The order on the table is part of the address, so that a reload keeps it. */
export default function PackingPage() {
  const [params, setParams] = useSearchParams();
  const order = params.get('order');
  const camera = params.get('camera');
  const open = (number: string | null) =>
    setParams({ ...(camera && { camera }), ...(number !== null && { order: number }) });
  if (params.get('view') === 'pick-list') return <PickList />;
  return order === null ? (
    <PackingList onOpen={open} />
  ) : (
    <PackOrder key={order} reference={order} onClose={() => open(null)} />
  );
}
