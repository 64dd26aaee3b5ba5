import type { FamilyChange } from '@reprise/contract/catalog/products/family-admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../api/browser-api.ts';
import { messageOf } from '../../../../api/error-message.ts';
import { notify } from '../../../../ui/overlays/notify.ts';

export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

/** Returns a mutation that undoes a build, merge or split, and says what it did. */
export function useUndoFamilyChange(onUndone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: FamilyChange) => api.undoFamilyChange({ params: { id } }),
    onSuccess: ({ restored, skipped }) => {
      const moved = `${countOf(restored, 'configuration')} moved back`;
      notify('success', skipped > 0 ? `${moved}; ${skipped} stay, because they were moved later` : moved);
      onUndone?.();
      return queries.invalidateQueries({ queryKey: ['families'] });
    },
    onError: (error) => notify('error', messageOf(error, 'The change could not be undone. Try again.')),
  });
}
