import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { isoDateTime, text, unknownFields } from '../../wire.ts';

/** `starttls` encrypts after the greeting (587, 2525, 25), `tls` from the first byte (465). */
export const mailEncryptions = ['starttls', 'tls'] as const;
export type MailEncryption = (typeof mailEncryptions)[number];

/** Ports of mail servers; no other can be reached from the settings screen. */
export const mailPorts = [587, 465, 2525, 25] as const;

/** Mail server and the last results of sending; never contains the password. */
export const mailServer = z
  .object({
    configured: z.boolean(),
    /** `adapter` is MAIL_ADAPTER, `environment` is SMTP_URL; they take precedence. `unreadable` if APP_SECRET has changed since. */
    source: z.enum(['adapter', 'environment', 'settings', 'unreadable', 'none']),
    /** Host name of the SMTP server; null without one. */
    host: z.string().nullable(),
    port: z.number().int().nullable(),
    encryption: z.enum(mailEncryptions).nullable(),
    userName: z.string().nullable(),
    hasPassword: z.boolean(),
    lastSent: isoDateTime.nullable(),
    lastFailure: z.object({ at: isoDateTime, error: z.string() }).nullable(),
  })
  .meta({ id: 'MailServer' });
export type MailServer = z.output<typeof mailServer>;

export const mailServerInput = z
  .strictObject(
    {
      host: text(253, 'A host name has at most 253 characters').regex(
        /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/,
        'Enter the host name alone, such as smtp.example.com',
      ),
      port: z.literal([...mailPorts], 'Choose port 587, 465, 2525 or 25'),
      encryption: z.enum(mailEncryptions, 'Choose STARTTLS or TLS'),
      /** Empty for a server without sign-in. */
      userName: text(200, 'A user name has at most 200 characters').optional(),
      /** Omitted to keep the stored one, which requires the same host, port and user name. */
      password: z.string().min(1).max(500, 'A password has at most 500 characters').optional(),
    },
    unknownFields,
  )
  .meta({ id: 'MailServerInput' });
export type MailServerInput = z.output<typeof mailServerInput>;

export const mailServerEndpoints = endpoints({
  getMailServer: {
    method: 'GET',
    path: '/notifications/server',
    summary: 'Mail server and the last result of sending',
    access: 'admin',
    needs: 'mails.manage',
    rate: 'read',
    response: z.object({ server: mailServer }),
  },
  setMailServer: {
    method: 'PUT',
    path: '/notifications/server',
    summary:
      'Connect to a mail server and, if that works, store it; the password is encrypted and never returned',
    access: 'admin',
    needs: 'mails.manage',
    rate: 'message',
    stepUp: true,
    body: mailServerInput,
    response: z.object({ server: mailServer }),
    message: 'Mail server saved. Email is sent through it.',
  },
  removeMailServer: {
    method: 'DELETE',
    path: '/notifications/server',
    summary: 'Remove the stored mail server; email then stays in the mailbox',
    access: 'admin',
    needs: 'mails.manage',
    rate: 'write',
    stepUp: true,
    response: z.object({ server: mailServer }),
    message: 'Mail server removed.',
  },
});
