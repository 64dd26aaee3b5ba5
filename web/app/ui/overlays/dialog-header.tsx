import { IconButton } from '../icon-button.tsx';
import { X } from '../icons/lucide.tsx';

/** Title of a dialog, which `titleId` names, with the button that closes it. */
export function DialogHeader({
  title,
  titleId,
  onClose,
}: {
  title: string;
  titleId: string;
  onClose: () => void;
}) {
  return (
    <div className="flex items-center justify-between gap-4 border-line border-b py-2.5 pr-2.5 pl-5">
      <h2 id={titleId} className="text-lg">
        {title}
      </h2>
      <IconButton label="Close" onClick={onClose}>
        <X className="size-5" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
