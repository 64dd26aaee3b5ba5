import { Ellipsis } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';
import { iconButtonClass } from '../ui/icon-button.tsx';
import { placePanel } from '../ui/overlays/place-panel.ts';

/**
 * Buttons at the end of a row. Between phone and desktop they fold into a menu, in which an icon button shows
 * its title as well.
 */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={`Actions for ${name}`}
        title="Actions"
        className={classNames(iconButtonClass('sm'), 'row-menu-button')}
      >
        <Ellipsis className="size-4" aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press of any button inside closes the menu */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the browser reports keys on its buttons as clicks */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="row-menu"
        onClick={() => panel.current?.matches(':popover-open') && panel.current.hidePopover()}
        onToggle={({ newState }) => {
          if (newState === 'open' && panel.current && button.current)
            placePanel(panel.current, button.current);
        }}
      >
        {children}
      </div>
    </>
  );
}
