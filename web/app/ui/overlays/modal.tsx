import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { DialogHeader } from './dialog-header.tsx';
import { useDialog } from './use-dialog.ts';

const sizes = { sm: 'max-w-sm', md: 'max-w-md', lg: 'max-w-lg', xl: 'max-w-xl' } as const;

type ModalProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  size?: keyof typeof sizes;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  children: ReactNode;
};

export function Modal({ open, onClose, title, size = 'md', footer, children }: ModalProps) {
  const titleId = useId();
  return (
    <dialog
      {...useDialog(open, onClose)}
      aria-labelledby={titleId}
      className={classNames('modal p-0', sizes[size])}
    >
      <div className="flex max-h-[inherit] min-h-0 w-full flex-col">
        <DialogHeader title={title} titleId={titleId} onClose={onClose} />
        <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">{children}</div>
        {footer && (
          <div className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3.5">{footer}</div>
        )}
      </div>
    </dialog>
  );
}
