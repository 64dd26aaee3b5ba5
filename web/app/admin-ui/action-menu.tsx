import { type ReactNode, useId, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';
import { iconButtonClass } from '../ui/icon-button.tsx';
import { Ellipsis } from '../ui/icons/lucide.tsx';
import { placePanel } from '../ui/overlays/place-panel.ts';

type ActionMenuProps = {
  label: string;
  /** Widths at which the buttons fold: below a desktop for a row of a list, which is a block on a phone. */
  folds: 'on-tablet' | 'on-phone';
  children: ReactNode;
};

/** Buttons that fold into a menu where they do not fit; an icon button shows its title there as well. */
export function ActionMenu({ label, folds, children }: ActionMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => panel.current?.matches(':popover-open') && panel.current.hidePopover();
  const open = () => {
    if (panel.current && button.current) placePanel(panel.current, button.current);
    // Its place is fixed, so it would no longer be beside its button.
    window.addEventListener('scroll', close, { capture: true, once: true });
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        title="Actions"
        className={classNames(iconButtonClass('sm'), 'action-menu-button', folds)}
      >
        <Ellipsis className="size-4" aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press of any button inside closes the menu */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the browser reports keys on its buttons as clicks */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={classNames('action-menu', folds)}
        onClick={close}
        onToggle={({ newState }) => newState === 'open' && open()}
      >
        {children}
      </div>
    </>
  );
}
