import type { Unit } from '@reprise/contract/workshop/units/unit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

/** Takes a device that was sent back from its order. */
export function TakeBackButton({ unit: { number, state, next } }: { unit: Unit }) {
  const queries = useQueryClient();
  const arrival = useMutation({
    mutationFn: () => api.takeBackDevice({ body: { code: number, captured: 'typed', place: '' } }),
    onSuccess: ({ order, outcome, return: returnNumber }) => {
      const from = returnNumber === null ? `from order ${order}` : `with return ${returnNumber}`;
      const wait = returnNumber === null ? 'the refund' : 'a decision';
      notify(
        'success',
        `${number} came back ${from}${outcome === 'in-hand' ? `. It waits there for ${wait}` : ''}`,
      );
      return queries.invalidateQueries({ queryKey: ['units'] });
    },
    onError: (error) => notify('error', messageOf(error, noResponse('retry'))),
  });
  // A device that was bought again is another unit: this one does not come back.
  if (next !== null || !['shipped', 'sold', 'returning'].includes(state)) return null;
  return (
    <Button variant="outline" loading={arrival.isPending} onClick={() => arrival.mutate()}>
      It came back
    </Button>
  );
}
