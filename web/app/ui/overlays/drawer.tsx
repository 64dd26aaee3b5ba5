import { type ReactNode, useId } from 'react';
import { IconButton } from '../icon-button.tsx';
import { X } from '../icons/lucide.tsx';
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
        <div className="flex items-center justify-between gap-4 border-line border-b py-2.5 pr-2.5 pl-5">
          <h2 id={titleId} className="text-lg">
            {title}
          </h2>
          <IconButton label="Close" onClick={onClose}>
            <X className="size-5" aria-hidden="true" />
          </IconButton>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">{children}</div>
        {footer && <div className="border-line border-t bg-paper p-5 empty:hidden">{footer}</div>}
      </div>
    </dialog>
  );
}
