import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

type DisclosureProps = {
  /** Accessible name of the control. */
  label: string;
  summary: ReactNode;
  summaryClassName: string;
  className?: string;
  onOpen?: () => void;
  children: ReactNode;
};

/**
 * Control that opens a panel of links. A native details element, so it works without scripts; closes on Esc,
 * blur, a click elsewhere and navigation.
 */
export function Disclosure({
  label,
  summary,
  summaryClassName,
  className,
  onOpen,
  children,
}: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  const close = useCallback(() => {
    if (details.current) details.current.open = false;
  }, []);
  // A layout effect runs in the commit of the new page: a later effect could close a menu opened there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location closes it
  useLayoutEffect(close, [key]);
  useEffect(() => {
    const closeFromOutside = (event: PointerEvent) => {
      if (!details.current?.contains(event.target as Node)) close();
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.current?.open) return;
      close();
      details.current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', closeFromOutside);
    // Listens on the document, because the focused element of the panel may have been removed.
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeFromOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [close]);

  return (
    <details
      ref={details}
      className={className}
      onToggle={(event) => event.currentTarget.open && onOpen?.()}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <summary className={summaryClassName} aria-label={label}>
        {summary}
      </summary>
      {children}
    </details>
  );
}
