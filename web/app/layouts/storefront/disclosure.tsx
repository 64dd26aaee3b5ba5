import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

type DisclosureProps = {
  /** What the control says to those who cannot see it. */
  label: string;
  summary: ReactNode;
  summaryClassName: string;
  className?: string;
  onOpen?: () => void;
  children: ReactNode;
};

/**
 * A control that opens a panel of links. Native details, so it works before scripts do; closes on Esc, when
 * the focus leaves, on a press elsewhere and when the page changes.
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
  // In the commit that shows the new page: a menu opened on it must not be closed by an effect that runs later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location is the reason to close
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
    // Also when the focused part of the panel is gone, such as a button that made way for what it brought.
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
