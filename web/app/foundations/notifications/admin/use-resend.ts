import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { notify } from '../../../ui/overlays/notify.ts';

/** Resends a mail of the mailbox. */
export function useResend() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.resendMail({ params: { id }, body: {} }),
    onSuccess: ({ mail }) => notify('success', `Sent again to ${mail.to}.`),
    onError: (error) => notify('error', messageOf(error, 'The email was not sent. Please try again.')),
    onSettled: () =>
      Promise.all(
        ['mails', 'mail', 'mail-server'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
  });
}
