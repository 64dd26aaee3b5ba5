import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

/** Shows whether the email is verified, and a button that sends a new link. */
export function EmailStatus({ verified, canResend }: { verified: boolean; canResend: boolean }) {
  const [sending, setSending] = useState(false);
  if (verified) return <Badge tone="good">Verified</Badge>;

  async function resend(): Promise<void> {
    setSending(true);
    try {
      await api.resendVerification({ body: {} });
      notify('success', 'We have sent you a link. Check your email.');
    } catch (error) {
      const isLimited = problemCodeOf(error) === 'RATE_LIMITED';
      notify('error', isLimited ? (error as Problem).message : 'The email was not sent. Please try again.');
    }
    setSending(false);
  }

  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <Badge tone="warn">Not verified</Badge>
      {canResend && (
        <Button variant="ghost" size="sm" loading={sending} onClick={() => void resend()}>
          Send the link again
        </Button>
      )}
    </span>
  );
}
