import type { PickItem } from '@reprise/contract/sales/orders/pick-list';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notifyFailure } from '../../../../admin-ui/notify-failure.tsx';
import { api } from '../../../../api/browser-api.ts';
import { notify } from '../../../../ui/overlays/notify.ts';

/** Reports what a packer does not find: a device is marked, a counted product is noted on the orders that need it. */
export function useReportMissing() {
  const queries = useQueryClient();
  const report = useMutation({
    mutationFn: async ({ device, product, orders }: PickItem) => {
      if (device !== null) return api.reportMissingDevice({ body: { device, missing: true } });
      for (const { id } of orders) await api.reportMissingItems({ params: { id }, body: { product } });
    },
    onSuccess: (_, { device, name }) => {
      if (device === null) notify('success', `The orders have a note that ${name} is not on the shelf.`);
      else notify('success', `${device} is marked as not on the shelf. The list suggests another.`);
    },
    onError: (error, { device, name }) => notifyFailure(`${device ?? name} was not reported`, error),
    onSettled: () => queries.invalidateQueries(),
  });
  return { send: report.mutate, pending: report.isPending ? report.variables : null };
}
