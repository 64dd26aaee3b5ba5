import { type ReactNode, useId } from 'react';
import { DialogHeader } from './dialog-header.tsx';
import { useDialog } from './use-dialog.ts';

type DrawerProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  footer?: ReactNode;
  children: ReactNode;
};

/** Panel that slides in from the right. */
export function Drawer({ open, onClose, title, footer, children }: DrawerProps) {
  const titleId = useId();
  return (
    <dialog {...useDialog(open, onClose)} aria-labelledby={titleId} className="drawer p-0">
      <div className="flex min-h-0 w-full flex-col">
        <DialogHeader title={title} titleId={titleId} onClose={onClose} />
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">{children}</div>
        {footer && <div className="border-line border-t bg-paper p-5 empty:hidden">{footer}</div>}
      </div>
    </dialog>
  );
}
