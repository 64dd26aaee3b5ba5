import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import type { NoticeDetail, NoticeType } from './notify.ts';

const closesAfterMs = 3000;

const looks = {
  success: { Icon: CircleCheck, tone: 'text-good-text' },
  error: { Icon: CircleAlert, tone: 'text-bad-text' },
  warning: { Icon: TriangleAlert, tone: 'text-warn-text' },
  info: { Icon: Info, tone: 'text-primary-text' },
} as const;

type Notice = NoticeDetail & { id: number; type: NoticeType };

/** The toast area at the top right. Lists what the two window events bring (see notify.ts). */
export function Toasts() {
  const [notices, setNotices] = useState<Notice[]>([]);
  const area = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let lastId = 0;
    const show = (fallback: NoticeType) => (event: CustomEvent<NoticeDetail>) => {
      lastId += 1;
      const notice = { type: fallback, ...event.detail, id: lastId };
      setNotices((shown) => [...shown, notice]);
    };
    const onSuccess = show('success');
    const onError = show('error');
    window.addEventListener('cart-updated', onSuccess);
    window.addEventListener('app-error', onError);
    return () => {
      window.removeEventListener('cart-updated', onSuccess);
      window.removeEventListener('app-error', onError);
    };
  }, []);

  // A popover lies above open dialogs; showing it anew puts it above the one opened last.
  const newest = notices.at(-1)?.id;
  useEffect(() => {
    if (area.current?.matches(':popover-open')) area.current.hidePopover();
    if (newest !== undefined) area.current?.showPopover();
  }, [newest]);

  const close = (id: number) => setNotices((shown) => shown.filter((notice) => notice.id !== id));
  const list = (urgent: boolean) => (
    <div className="grid gap-2" role={urgent ? 'alert' : 'status'}>
      {notices
        .filter(({ type }) => (type === 'error' || type === 'warning') === urgent)
        .map((notice) => (
          <Toast key={notice.id} notice={notice} onClose={() => close(notice.id)} />
        ))}
    </div>
  );
  return (
    <div ref={area} popover="manual" className="toasts" data-print="none">
      <div className="grid gap-2">
        {list(true)}
        {list(false)}
      </div>
    </div>
  );
}

function Toast({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const { Icon, tone } = looks[notice.type];
  const { message, more } = notice;
  const closesItself = notice.type !== 'error';
  const latestClose = useRef(onClose);
  latestClose.current = onClose;

  useEffect(() => {
    if (!closesItself) return;
    const timer = setTimeout(() => latestClose.current(), more ? 8000 : closesAfterMs);
    return () => clearTimeout(timer);
  }, [closesItself, more]);

  return (
    <div className="toast flex items-start gap-3 rounded-control border border-line bg-raised py-1.5 pr-1.5 pl-3.5 shadow-float">
      <Icon className={classNames('mt-1.5 size-5 shrink-0', tone)} aria-hidden="true" />
      <div className="min-w-0 flex-1 break-words py-1.5 text-sm">
        {message}
        {more?.(onClose)}
      </div>
      <IconButton size="sm" label="Close notice" onClick={onClose}>
        <X className="size-4" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
