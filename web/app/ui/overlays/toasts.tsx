import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../icon-button.tsx';
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

function Toast({ notice: { type, message, more }, onClose }: { notice: Notice; onClose: () => void }) {
  const { Icon, tone } = variants[type];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a notice never changes, and any onClose closes it
  useEffect(() => {
    if (type === 'error') return;
    const timer = setTimeout(onClose, more ? 8000 : 3000);
    return () => clearTimeout(timer);
  }, []);

  return (
    <div className="toast flex flex-wrap items-start gap-3 rounded-control border border-line bg-raised py-1.5 pr-1.5 pl-3.5 shadow-float">
      <Icon className={classNames('mt-1.5 size-5 shrink-0', tone)} aria-hidden="true" />
      <p className="min-w-0 flex-1 break-words py-1.5 text-sm">{message}</p>
      {more?.(onClose)}
      <IconButton size="sm" label="Close notice" onClick={onClose}>
        <X className="size-4" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
