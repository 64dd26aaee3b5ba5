import type { Mail } from '@reprise/contract/foundations/notifications/notifications';

/** Removes the mail's dark mode: the frame inherits this page's policy, which blocks its style sheet. */
const styleSheet = /<style>[^<]*<\/style>/;

/** Shows a mail in a sandboxed frame without scripts; its links open in a new tab. */
export function MailFrame({ mail }: { mail: Pick<Mail, 'subject' | 'html'> }) {
  return (
    <iframe
      title={`Email: ${mail.subject}`}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={`<base target="_blank">${mail.html.replace(styleSheet, '')}`}
      className="h-[60vh] w-full rounded-control border border-line bg-[#fff]"
    />
  );
}
