import { IconButton } from '../../../ui/icon-button.tsx';
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Trash2 } from '../../../ui/icons/lucide.tsx';

type RowButtonsProps = {
  /** Name of the row, for the labels of the buttons. */
  name: string;
  index: number;
  count: number;
  /** Direction in which the rows stand. */
  direction: 'down' | 'across';
  onMove: (steps: number) => void;
  onRemove: () => void;
};

/** Moves a row of the editor or removes it. */
export function RowButtons({ name, index, count, direction, onMove, onRemove }: RowButtonsProps) {
  const isDown = direction === 'down';
  const [Back, Forth] = isDown ? [ArrowUp, ArrowDown] : [ArrowLeft, ArrowRight];
  return (
    <span className="flex shrink-0">
      <IconButton
        size="sm"
        label={`Move ${name} ${isDown ? 'up' : 'left'}`}
        disabled={index === 0}
        onClick={() => onMove(-1)}
      >
        <Back className="size-4" aria-hidden="true" />
      </IconButton>
      <IconButton
        size="sm"
        label={`Move ${name} ${isDown ? 'down' : 'right'}`}
        disabled={index === count - 1}
        onClick={() => onMove(1)}
      >
        <Forth className="size-4" aria-hidden="true" />
      </IconButton>
      <IconButton size="sm" label={`Remove ${name}`} onClick={onRemove}>
        <Trash2 className="size-4" aria-hidden="true" />
      </IconButton>
    </span>
  );
}
