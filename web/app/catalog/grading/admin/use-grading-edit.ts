import type { DeviceKind } from '@reprise/contract/catalog/grading/device-kinds';
import type { EditedGrading, GradingContent } from '@reprise/contract/catalog/grading/edited-grading';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';
import { notify } from '../../../ui/overlays/notify.ts';

export const gradingKey = (kind: DeviceKind) => ['grading', 'edited', kind];

/** Saves, discards and publishes the draft of a kind of device. */
export function useGradingEdit({ kind, draftVersion }: EditedGrading) {
  const queries = useQueryClient();
  const params = { kind };
  const show = (notice: string) => (answer: { grading: EditedGrading }) => {
    queries.setQueryData(gradingKey(kind), answer);
    notify('success', notice);
  };
  return {
    saving: useMutation({
      mutationFn: (content: GradingContent) =>
        api.saveGradingDraft({ params, body: { ...content, draftVersion } }),
      onSuccess: show('Draft saved'),
    }),
    discarding: useMutation({
      mutationFn: () => api.discardGradingDraft({ params }),
      onSuccess: show('Draft discarded'),
    }),
    publishing: useMutation({
      mutationFn: () => api.publishGrading({ params, body: { draftVersion } }),
      onSuccess: show('Published. It counts from now on.'),
    }),
    reload: () => queries.invalidateQueries({ queryKey: gradingKey(kind) }),
  };
}
