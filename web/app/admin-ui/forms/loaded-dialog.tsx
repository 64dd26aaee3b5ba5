import { type QueryFunction, type QueryKey, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Modal } from '../../ui/overlays/modal.tsx';
import { Loaded } from '../loaded.tsx';
import { OutsideForm } from '../outside-form.tsx';

type FreshProps<Data> = {
  query: { queryKey: QueryKey; queryFn: QueryFunction<Data> };
  /** Title of the failure, such as "The codes could not be loaded". */
  failed: string;
  /** Class with the height of the form. */
  skeleton: string;
  /** Form of what was loaded. */
  children: (data: Data, reload: () => void) => ReactNode;
};

type LoadedDialogProps<Data> = FreshProps<Data> &
  Pick<ComponentProps<typeof Modal>, 'title' | 'size' | 'onClose'>;

/** Open dialog that first loads what its form edits. Render it only while it is to be seen. */
export function LoadedDialog<Data>({ title, size = 'md', onClose, ...fresh }: LoadedDialogProps<Data>) {
  return (
    <OutsideForm>
      <Modal open title={title} size={size} onClose={onClose}>
        <Fresh key={JSON.stringify(fresh.query.queryKey)} {...fresh} />
      </Modal>
    </OutsideForm>
  );
}

function Fresh<Data>({ query, children, ...look }: FreshProps<Data>) {
  const [openedAt] = useState(Date.now);
  const loading = useQuery({
    ...query,
    // The form is filled once, so that a refetch does not replace edits.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    gcTime: 0,
  });
  return (
    <Loaded
      query={{ ...loading, data: loading.dataUpdatedAt >= openedAt ? loading.data : undefined }}
      {...look}
    >
      {(data) => children(data, () => void loading.refetch())}
    </Loaded>
  );
}
