import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../icon-button.tsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from '../icons/lucide.tsx';
import type { NoticeDetail, NoticeType } from './notify.ts';

const variants = {
  success: { Icon: CircleCheck, tone: 'text-good-text' },
  error: { Icon: CircleAlert, tone: 'text-bad-text' },
  warning: { Icon: TriangleAlert, tone: 'text-warn-text' },
  info: { Icon: Info, tone: 'text-primary-text' },
} as const;

const defaultTypes = { 'cart-updated': 'success', 'app-error': 'error' } as const;

type Notice = NoticeDetail & { id: number; type: NoticeType };

/** Toasts at the top right, fed by the two window events of notify.ts. */
export function Toasts() {
  const [notices, setNotices] = useState<Notice[]>([]);
  const area = useRef<HTMLDivElement>(null);

  // Runs before any click: those right after hydration are handled before other effects.
  useLayoutEffect(() => {
    let lastId = 0;
    const show = ({ type, detail }: CustomEvent<NoticeDetail>) => {
      lastId += 1;
      const notice = { type: defaultTypes[type as keyof typeof defaultTypes], ...detail, id: lastId };
      setNotices((current) => [...current, notice]);
    };
    const events = Object.keys(defaultTypes) as (keyof typeof defaultTypes)[];
    for (const event of events) window.addEventListener(event, show);
    return () => {
      for (const event of events) window.removeEventListener(event, show);
    };
  }, []);

  // A popover is above open dialogs; showing it again puts it above the one opened last.
  const newest = notices.at(-1)?.id;
  useEffect(() => {
    if (area.current?.matches(':popover-open')) area.current.hidePopover();
    if (newest !== undefined) area.current?.showPopover();
  }, [newest]);

  return (
    <div ref={area} popover="manual" className="toasts" data-print="none">
      <div className="grid gap-2">
        {[true, false].map((urgent) => (
          <div key={String(urgent)} className="grid gap-2" role={urgent ? 'alert' : 'status'}>
            {notices
              .filter(({ type }) => (type === 'error' || type === 'warning') === urgent)
              .map((notice) => (
                <Toast
                  key={notice.id}
                  notice={notice}
                  onClose={() => setNotices((current) => current.filter((item) => item !== notice))}
                />
              ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Time after which a notice closes, errors excepted. */
const shownMs = 3000;

/** Calls `onEnd` once. The timer is paused while the pointer or the focus is inside (WCAG 2.2.1). */
function usePausableTimer(duration: number | null, onEnd: () => void) {
  const left = useRef(duration ?? 0);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isPaused = duration === null || isHovered || isFocused;
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isPaused) return;
    const startedAt = Date.now();
    const timer = setTimeout(end, left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - startedAt;
    };
  }, [isPaused]);
  return {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}

function Toast({ notice: { type, message, more }, onClose }: { notice: Notice; onClose: () => void }) {
  const { Icon, tone } = variants[type];
  const pausing = usePausableTimer(type === 'error' ? null : shownMs, onClose);

  return (
    <div
      {...pausing}
      className="toast flex flex-wrap items-start gap-3 rounded-control border border-line bg-raised py-1.5 pr-1.5 pl-3.5 shadow-float"
    >
      <Icon className={classNames('mt-1.5 size-5 shrink-0', tone)} aria-hidden="true" />
      <p className="min-w-0 flex-1 break-words py-1.5 text-sm">{message}</p>
      {more?.(onClose)}
      <IconButton size="sm" label="Close notice" onClick={onClose}>
        <X className="size-4" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
