import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notifyFailure } from '../../../admin-ui/notify-failure.tsx';
import { api } from '../../../api/browser-api.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { notify } from '../../../ui/overlays/notify.ts';

const queryKey = ['opening'];

/** Returns true while the shop is not open yet; false for staff who cannot preview it. */
export function useIsUnopened(): boolean {
  const mayPreview = usePermissions()('catalog.manage');
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.getOpening({}, { signal }),
    select: ({ opening }) => opening.openedAt === null,
    enabled: mayPreview,
  });
  return data ?? false;
}

/** Sets the preview cookie of this browser and goes to a page of the store. */
export function usePreview() {
  return useMutation({
    mutationFn: async (path: string) => {
      await api.previewShop();
      // A navigation of the browser, because the page needs the cookie.
      window.location.assign(path);
    },
    onError: (error) => notifyFailure('The preview could not be opened', error),
  });
}

export function useOpenShop(onOpened: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.openShop(),
    onSuccess: (answer) => {
      queries.setQueryData(queryKey, answer);
      void queries.invalidateQueries({ queryKey: ['setup'] });
      notify('success', 'Your store is open');
      onOpened();
    },
  });
}
