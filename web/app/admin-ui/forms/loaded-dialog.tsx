import { type QueryFunction, type QueryKey, useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { Modal } from '../../ui/overlays/modal.tsx';
import { NotLoaded } from '../loaded.tsx';

type LoadedDialogProps<Data> = Pick<ComponentProps<typeof Modal>, 'title' | 'size' | 'onClose'> & {
  query: { queryKey: QueryKey; queryFn: QueryFunction<Data> };
  failedTitle: string;
  /** Class with the height of the form. */
  skeleton: string;
  /** Form of what was loaded. */
  children: (data: Data) => ReactNode;
};

/** Open dialog that first loads what its form edits. Render it only while it is to be seen. */
export function LoadedDialog<Data>({
  query,
  failedTitle,
  skeleton,
  children,
  ...modal
}: LoadedDialogProps<Data>) {
  const loaded = useQuery({
    ...query,
    // The form is filled once, so that a refetch does not replace edits.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    gcTime: 0,
  });
  return (
    <Modal open {...modal}>
      {loaded.data !== undefined && loaded.isFetchedAfterMount ? (
        children(loaded.data)
      ) : (
        <NotLoaded query={loaded} failed={failedTitle} skeleton={skeleton} />
      )}
    </Modal>
  );
}
