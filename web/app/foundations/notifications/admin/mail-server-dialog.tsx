import {
  type MailServer,
  mailPorts,
  mailServerInput,
} from '@reprise/contract/foundations/notifications/mail-server';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';

type MailServerDialogProps = {
  server: MailServer;
  onSaved: (answer: { server: MailServer }) => void;
  onClose: () => void;
};

/** Accepts a mail server. It is tried before it is stored; the stored password is never shown. */
export function MailServerDialog({ server, onSaved, onClose }: MailServerDialogProps) {
  const form = useSavedForm({
    defaultValues: {
      host: server.host ?? '',
      port: String(server.port ?? 587),
      encryption: server.encryption ?? 'starttls',
      userName: server.userName ?? '',
      password: '',
    },
    schema: mailServerInput,
    // An empty password keeps the stored one.
    bodyOf: ({ port, password, ...values }) => ({
      ...values,
      port: Number(port),
      ...(password && { password }),
    }),
    save: (body) => api.setMailServer({ body }),
    done: 'The connection works. Email is sent through this server.',
    failed: 'The mail server was not saved. Try again.',
    invalidates: [],
    onSaved: (answer) => {
      onSaved(answer);
      onClose();
    },
  });
  const plain = { autoComplete: 'off', spellCheck: false };
  return (
    <FormDialog form={form} title="Mail server" onClose={onClose} submitLabel="Connect and save">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          label="Host"
          required
          placeholder="smtp.example.com"
          fieldClassName="sm:col-span-2"
          {...plain}
          {...form.field('host')}
        />
        <Select
          label="Port"
          options={mailPorts.map((port) => [port, String(port)])}
          {...form.field('port')}
        />
        <Select
          label="Encryption"
          hint="STARTTLS for 587, TLS for 465."
          options={{ starttls: 'STARTTLS', tls: 'TLS' }}
          {...form.field('encryption')}
        />
        <TextInput
          label="User name"
          hint="Empty if the server needs no sign-in."
          {...plain}
          {...form.field('userName')}
        />
        <TextInput
          label="Password"
          type="password"
          hint={server.hasPassword ? 'Leave it empty to keep the one that is stored.' : undefined}
          {...plain}
          autoComplete="new-password"
          {...form.field('password')}
        />
      </div>
    </FormDialog>
  );
}
