import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../api/error-message.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import { useLastValue } from '../ui/overlays/use-dialog.ts';
import { FormFailure } from './dialog-form.tsx';

type DeleteDialogProps<Item> = {
  title: string;
  /** Item to delete; null while the dialog is closed. */
  item: Item | null;
  nameOf: (item: Item) => string;
  remove: (item: Item) => Promise<unknown>;
  onDeleted: () => void;
  onFailed?: (error: unknown) => void;
  failedMessage: string;
  onClose: () => void;
  children: (item: Item) => ReactNode;
};

/** Asks for confirmation before an item is deleted. */
export function DeleteDialog<Item>(props: DeleteDialogProps<Item>) {
  const { title, nameOf, remove, onDeleted, onFailed, failedMessage, onClose, children } = props;
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      onDeleted();
      onClose();
    },
    onError: (error) => onFailed?.(error),
  });
  const item = useLastValue(props.item);
  const close = () => {
    removal.reset();
    onClose();
  };
  return (
    <Modal
      open={props.item !== null}
      onClose={close}
      size="sm"
      title={title}
      footer={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button
            variant="danger"
            loading={removal.isPending}
            onClick={() => item !== null && removal.mutate(item)}
          >
            {title}
          </Button>
        </>
      }
    >
      {item !== null && (
        <div className="grid gap-3 text-sm">
          {removal.isError && <FormFailure>{messageOf(removal.error, failedMessage)}</FormFailure>}
          <p className="break-words font-semibold">{nameOf(item)}</p>
          {children(item)}
        </div>
      )}
    </Modal>
  );
}
