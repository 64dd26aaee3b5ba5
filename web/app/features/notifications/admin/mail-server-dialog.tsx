import {
  type MailEncryption,
  type MailServer,
  type MailServerInput,
  mailPorts,
  mailServerInput,
} from '@reprise/contract/mail-server';
import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { formResolver, showFieldErrors } from '../../../admin-ui/form-resolver.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

type DialogProps = {
  open: boolean;
  server: MailServer;
  onSaved: (answer: { server: MailServer }) => void;
  onClose: () => void;
};

/** Accepts a mail server. It is tried before it is stored; the stored password is never shown. */
export function MailServerDialog({ open, onClose, ...rest }: DialogProps) {
  return (
    <Modal open={open} onClose={onClose} title="Mail server" size="md">
      {open && <ServerForm onClose={onClose} {...rest} />}
    </Modal>
  );
}

type Values = { host: string; port: string; encryption: MailEncryption; userName: string; password: string };
const fields = ['host', 'port', 'encryption', 'userName', 'password'] as const;

/** An empty password keeps the stored one. */
function wireOf({ host, port, encryption, userName, password }: Values): MailServerInput {
  return {
    host: host.trim(),
    port: Number(port) as MailServerInput['port'],
    encryption,
    userName: userName.trim(),
    ...(password && { password }),
  };
}

function ServerForm({ server, onSaved, onClose }: Omit<DialogProps, 'open'>) {
  const form = useForm<Values>({
    defaultValues: {
      host: server.host ?? '',
      port: String(server.port ?? 587),
      encryption: server.encryption ?? 'starttls',
      userName: server.userName ?? '',
      password: '',
    },
    resolver: formResolver(mailServerInput, wireOf),
  });
  const saving = useMutation({
    mutationFn: (values: Values) => api.setMailServer({ body: mailServerInput.parse(wireOf(values)) }),
    onSuccess: (answer) => {
      onSaved(answer);
      notify('success', 'The connection works. Email is sent through this server.');
      onClose();
    },
    onError: (error) => {
      if (problemCodeOf(error)) showFieldErrors((error as Problem).errors, [...fields], form.setError);
    },
  });
  const field = (name: keyof Values) => ({
    ...form.register(name),
    error: form.formState.errors[name]?.message,
  });
  const plain = { autoComplete: 'off', spellCheck: false };
  return (
    <DialogForm
      onSubmit={form.handleSubmit((values) => saving.mutate(values))}
      onCancel={onClose}
      submitLabel="Connect and save"
      saving={saving.isPending}
      failure={saving.isError && messageOf(saving.error, 'The mail server was not saved. Try again.')}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          label="Host"
          required
          placeholder="smtp.example.com"
          fieldClassName="sm:col-span-2"
          {...plain}
          {...field('host')}
        />
        <Select label="Port" {...field('port')}>
          {mailPorts.map((port) => (
            <option key={port}>{port}</option>
          ))}
        </Select>
        <Select label="Encryption" hint="STARTTLS for 587, TLS for 465." {...field('encryption')}>
          <option value="starttls">STARTTLS</option>
          <option value="tls">TLS</option>
        </Select>
        <TextInput
          label="User name"
          hint="Empty if the server needs no sign-in."
          {...plain}
          {...field('userName')}
        />
        <TextInput
          label="Password"
          type="password"
          hint={server.hasPassword ? 'Leave it empty to keep the one that is stored.' : undefined}
          {...plain}
          autoComplete="new-password"
          {...field('password')}
        />
      </div>
    </DialogForm>
  );
}
