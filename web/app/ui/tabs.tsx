import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

type Tab = { id: string; label: ReactNode; content: ReactNode };

type TabsProps = {
  label: string;
  tabs: Tab[];
  /** Selected tab of a controlled component, together with onChange. */
  value?: string;
  onChange?: (id: string) => void;
};

/**
 * Tabs with arrow keys, Home and End. All panels stay in the DOM, so that they can be read without scripts.
 */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const [own, setOwn] = useState(tabs[0]?.id);
  const group = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = value ?? own;

  const choose = (id: string) => {
    setOwn(id);
    onChange?.(id);
  };
  // React drops a press on a tab that is not hydrated yet; the browser has focused that tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration
  useEffect(() => {
    const index = Array.from(list.current?.children ?? []).indexOf(document.activeElement as Element);
    const pressed = tabs[index];
    if (pressed && pressed.id !== current) choose(pressed.id);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ id }) => id === current);
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = target === undefined ? undefined : tabs.at(target % tabs.length);
    if (!next) return;
    event.preventDefault();
    choose(next.id);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${group}-tab-${next.id}`)}`)?.focus();
  };

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex gap-6 overflow-x-auto border-line border-b [scrollbar-width:none]"
      >
        {tabs.map(({ id, label: name }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${group}-tab-${id}`}
            aria-controls={`${group}-panel-${id}`}
            aria-selected={id === current}
            tabIndex={id === current ? 0 : -1}
            onClick={() => choose(id)}
            className={classNames(
              '-mb-px min-h-11 whitespace-nowrap border-b-2 text-sm transition-colors -outline-offset-2',
              id === current
                ? 'border-primary-fill font-semibold text-ink'
                : 'border-transparent font-medium text-ink-muted hover:text-ink',
            )}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ id, content }) => (
        <div
          key={id}
          role="tabpanel"
          id={`${group}-panel-${id}`}
          aria-labelledby={`${group}-tab-${id}`}
          hidden={id !== current}
          className="pt-5"
        >
          {content}
        </div>
      ))}
    </div>
  );
}
