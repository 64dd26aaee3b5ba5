import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Info } from '../icons/lucide.tsx';
import { placePanel } from './place-panel.ts';

type InfoTipProps = { label: string; className?: string; children: ReactNode };

/** Button with an "i" that opens a short explanation; Esc, a press elsewhere and the button close it. */
export function InfoTip({ label, className, children }: InfoTipProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    if (isOpen && button.current && panel.current) placePanel(panel.current, button.current);
  }, [isOpen]);
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        className={classNames(
          'inline-grid size-6 shrink-0 place-items-center rounded-full text-ink-faint transition-colors hover:text-ink',
          className,
        )}
      >
        <Info className="size-4" strokeWidth={1.75} aria-hidden="true" />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
        className="fixed inset-auto m-0 w-72 max-w-[calc(100vw-1rem)] rounded-control border border-line bg-raised px-3 py-2.5 font-normal text-ink text-sm normal-case tracking-normal shadow-float"
      >
        {isOpen && children}
      </div>
    </>
  );
}
