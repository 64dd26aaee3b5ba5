import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../formats.ts';
import { classNames } from '../ui/class-names.ts';
import type { LucideIcon } from '../ui/icons/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StatCard } from '../ui/stat-card.tsx';

export type Stat = {
  label: string;
  Icon: LucideIcon;
  /** Undefined while loading, null after an error. */
  value: string | number | null | undefined;
  hint?: string;
  /** Says what the value counts. */
  about?: string;
};

/** Stat cards above a list, with a fixed size while loading. On a phone they are one row that is swiped. */
export function StatCards({ stats, className }: { stats: Stat[]; className?: string }) {
  const list = useRef<HTMLDListElement>(null);
  const [isScrollable, setScrollable] = useState(false);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (list.current) setScrollable(list.current.scrollWidth > list.current.clientWidth);
    });
    if (list.current) observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  return (
    <dl
      tabIndex={isScrollable ? 0 : undefined}
      ref={list}
      className={classNames(
        'figures-row mb-4 gap-2 md:grid md:gap-3',
        className ?? 'md:grid-cols-2 lg:grid-cols-4',
      )}
    >
      {stats.map(({ label, Icon, value, hint, about }) => (
        <StatCard
          key={label}
          label={label}
          Icon={Icon}
          hint={hint}
          about={about}
          value={<Value value={value} />}
        />
      ))}
    </dl>
  );
}

function Value({ value }: Pick<Stat, 'value'>) {
  if (value === undefined) return <Skeleton className="my-1 h-[1.375rem] w-16" />;
  if (value === null) {
    return (
      <span className="text-ink-faint">
        <span aria-hidden="true">–</span>
        <span className="sr-only">not known</span>
      </span>
    );
  }
  return typeof value === 'number' ? formatCount(value) : value;
}
