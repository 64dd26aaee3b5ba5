import type { Unit } from '@reprise/contract/workshop/units/unit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notifyFailure } from '../../../../admin-ui/notify-failure.tsx';
import { api } from '../../../../api/browser-api.ts';

/** Records in the history of devices that their labels are printed, then prints them. */
export function useRecordLabels() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ units }: { units: Unit[]; print: () => void }) =>
      api.printUnitLabels({ body: { ids: units.map(({ id }) => id) } }),
    onSuccess: (_answer, { print }) => {
      print();
      return queries.invalidateQueries({ queryKey: ['units'] });
    },
    onError: (error) => notifyFailure('The labels were not printed', error),
  });
}
