import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ChevronLeft, ChevronRight } from '../../../ui/icons/lucide.tsx';

type StepProps = {
  label: string;
  disabled: boolean;
  onClick: () => void;
  side: 'left' | 'right';
  className?: string;
};

/** Button at an image's edge. At the first or last image it is invisible but keeps the focus. */
export function ImageStep({ label, disabled, onClick, side, className }: StepProps) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <IconButton
      label={label}
      aria-disabled={disabled}
      onClick={onClick}
      className={classNames(
        'absolute! top-1/2 -translate-y-1/2 rounded-full! border border-line bg-raised text-ink',
        side === 'left' ? 'left-3' : 'right-3',
        disabled && 'opacity-0',
        className,
      )}
    >
      <Icon className="size-5" aria-hidden="true" />
    </IconButton>
  );
}
