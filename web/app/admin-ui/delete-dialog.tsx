import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import { FormFailure } from './dialog-form.tsx';
import { messageOf } from './error-message.ts';

type DeleteDialogProps<Thing> = {
  title: string;
  /** Item to delete; null while the dialog is closed. */
  thing: Thing | null;
  nameOf: (thing: Thing) => string;
  remove: (thing: Thing) => Promise<unknown>;
  onDeleted: () => void;
  onFailed?: (message: string) => void;
  failedMessage: string;
  onClose: () => void;
  children: (thing: Thing) => ReactNode;
};

/** Asks for confirmation before an item is deleted. */
export function DeleteDialog<Thing>(props: DeleteDialogProps<Thing>) {
  const { title, nameOf, remove, onDeleted, onFailed, failedMessage, onClose, children } = props;
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      onDeleted();
      onClose();
    },
    onError: (error) => onFailed?.(messageOf(error, failedMessage)),
  });
  // The text remains while the dialog fades out.
  const last = useRef(props.thing);
  if (props.thing !== null) last.current = props.thing;
  const thing = last.current;
  const close = () => {
    removal.reset();
    onClose();
  };
  return (
    <Modal
      open={props.thing !== null}
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
            onClick={() => thing !== null && removal.mutate(thing)}
          >
            {title}
          </Button>
        </>
      }
    >
      {thing !== null && (
        <div className="grid gap-3 text-sm">
          {removal.isError && <FormFailure>{messageOf(removal.error, failedMessage)}</FormFailure>}
          <p className="break-words font-semibold">{nameOf(thing)}</p>
          {children(thing)}
        </div>
      )}
    </Modal>
  );
}
