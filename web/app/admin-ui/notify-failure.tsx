import { messageOf } from '../api/error-message.ts';
import { NoticeDetails } from '../ui/overlays/notice-details.tsx';
import { notify } from '../ui/overlays/notify.ts';

/** Shows an error notice with a fixed message; the reason that the shop gave follows in it. */
export function notifyFailure(message: string, error: unknown): void {
  const reason = messageOf(error, '');
  notify('error', message, reason === '' ? undefined : () => <NoticeDetails>{reason}</NoticeDetails>);
}
