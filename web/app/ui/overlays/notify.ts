import type { ReactNode } from 'react';

export const noticeTypes = ['success', 'error', 'warning', 'info'] as const;
export type NoticeType = (typeof noticeTypes)[number];

/** What the two window events that feed the toast area carry. Without a type, the event decides. */
export type NoticeDetail = {
  message: string;
  type?: NoticeType;
  /** What stands below the message; it gets the way to close the notice, which stays longer with it. */
  more?: ((close: () => void) => ReactNode) | undefined;
};

declare global {
  interface WindowEventMap {
    'cart-updated': CustomEvent<NoticeDetail>;
    'app-error': CustomEvent<NoticeDetail>;
  }
}

/** Shows a notice at the top right. Errors stay until closed, the others close by themselves. */
export function notify(type: NoticeType, message: string, more?: NoticeDetail['more']): void {
  if (typeof window === 'undefined') return;
  const event = type === 'error' || type === 'warning' ? 'app-error' : 'cart-updated';
  window.dispatchEvent(new CustomEvent<NoticeDetail>(event, { detail: { message, type, more } }));
}
