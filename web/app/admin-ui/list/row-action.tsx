import { IconButton } from '../../ui/icon-button.tsx';
import type { LucideIcon } from '../../ui/icons/icon.tsx';

type RowActionProps = {
  Icon: LucideIcon;
  /** Accessible name, with the name of the row. */
  label: string;
  /** Tooltip. */
  title: string;
  onClick: () => void;
  disabled?: boolean;
  isDanger?: boolean;
};

/** Action of one row of a list. */
export function RowAction({ Icon, isDanger = false, ...button }: RowActionProps) {
  return (
    <IconButton {...button} size="sm" className={isDanger ? 'hover:text-bad-text' : undefined}>
      <Icon className="size-4" aria-hidden="true" />
    </IconButton>
  );
}
