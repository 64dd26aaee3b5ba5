import type { SendMail } from '@reprise/extension/send-mail';

// Sends mails by the HTTP API of Postmark. MAIL_ADAPTER=./extensions/postmark-mail.ts POSTMARK_TOKEN=…

const { POSTMARK_URL = 'https://api.postmarkapp.com', POSTMARK_TOKEN = '' } = process.env;

const sendByPostmark: SendMail = async ({ eventKey, from, to, replyTo, oneClick, subject, html, text }) => {
  const response = await fetch(`${POSTMARK_URL}/email`, {
    method: 'POST',
    // The shop tries again later; a request that hangs would hold back all mails.
    signal: AbortSignal.timeout(15_000),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'x-postmark-server-token': POSTMARK_TOKEN,
    },
    body: JSON.stringify({
      From: `"${from.name.replace(/["\\]/g, '')}" <${from.address}>`,
      To: to,
      ReplyTo: replyTo,
      Subject: subject,
      HtmlBody: html,
      TextBody: text,
      MessageStream: oneClick === undefined ? 'outbound' : 'broadcast',
      Metadata: { event: eventKey },
      Headers:
        oneClick === undefined
          ? []
          : [
              { Name: 'List-Unsubscribe', Value: `<${oneClick}>` },
              { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
            ],
    }),
  });
  if (response.ok) return;
  const { Message = response.statusText } = (await response.json().catch(() => ({}))) as { Message?: string };
  throw new Error(`Postmark answered ${response.status}: ${Message}`);
};

export default sendByPostmark;
