import type { ComponentProps } from 'react';
import { Modal } from '../../ui/overlays/modal.tsx';
import { DialogForm } from '../dialog-form.tsx';
import { OutsideForm } from '../outside-form.tsx';

type FormDialogProps = Omit<ComponentProps<typeof DialogForm>, 'onCancel'> &
  Pick<ComponentProps<typeof Modal>, 'title' | 'size' | 'onClose'>;

/** Open dialog with a form. Render it only while it is to be seen. */
export function FormDialog({ title, size = 'md', onClose, ...form }: FormDialogProps) {
  return (
    <OutsideForm>
      <Modal open onClose={onClose} title={title} size={size}>
        <DialogForm onCancel={onClose} {...form} />
      </Modal>
    </OutsideForm>
  );
}
