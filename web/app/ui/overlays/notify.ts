import type { ReactNode } from 'react';

export const noticeTypes = ['success', 'error', 'warning', 'info'] as const;
export type NoticeType = (typeof noticeTypes)[number];

/** Detail of the two window events that show a toast. Without a type, the event determines it. */
export type NoticeDetail = {
  message: string;
  type?: NoticeType;
  /** Content below the message; it receives a function that closes the toast. */
  more?: ((close: () => void) => ReactNode) | undefined;
};

declare global {
  interface WindowEventMap {
    'cart-updated': CustomEvent<NoticeDetail>;
    'app-error': CustomEvent<NoticeDetail>;
  }
}

/** Shows a toast at the top right. Errors stay until closed, others close after 3 seconds. */
export function notify(type: NoticeType, message: string, more?: NoticeDetail['more']): void {
  if (typeof window === 'undefined') return;
  const event = type === 'error' || type === 'warning' ? 'app-error' : 'cart-updated';
  window.dispatchEvent(new CustomEvent<NoticeDetail>(event, { detail: { message, type, more } }));
}
