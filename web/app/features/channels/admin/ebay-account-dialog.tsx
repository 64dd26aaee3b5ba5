import type { Channel } from '@reprise/contract/channels/channel';
import { type EbayAccountInput, ebayAccountInput } from '@reprise/contract/channels/ebay';
import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { formResolver, showFieldErrors } from '../../../admin-ui/form-resolver.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

type Values = { clientId: string; clientSecret: string; refreshToken: string; isTest: boolean };
const fields = ['clientId', 'clientSecret', 'refreshToken'] as const;

/** Empty keys keep the stored ones. */
const wireOf = ({ clientId, clientSecret, refreshToken, isTest }: Values): EbayAccountInput => ({
  clientId,
  isTest,
  ...(clientSecret.trim() && { clientSecret: clientSecret.trim() }),
  ...(refreshToken.trim() && { refreshToken: refreshToken.trim() }),
});

type EbayAccountDialogProps = { channel: Channel; onSaved: (channel: Channel) => void; onClose: () => void };

/** Connects an eBay account; the keys are tried before they are stored. */
export function EbayAccountDialog(props: EbayAccountDialogProps) {
  return (
    <Modal open onClose={props.onClose} title="Connect eBay">
      <AccountForm {...props} />
    </Modal>
  );
}

function AccountForm({ channel, onSaved, onClose }: EbayAccountDialogProps) {
  const { account } = channel;
  const isStored = account.state === 'connected';
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: { clientId: account.hint, clientSecret: '', refreshToken: '', isTest: account.isTest },
    resolver: formResolver(ebayAccountInput, wireOf),
  });
  const { errors } = formState;
  const saving = useMutation({
    mutationFn: (values: Values) => api.setEbayAccount({ params: { id: channel.id }, body: wireOf(values) }),
    onSuccess: (answer) => {
      notify('success', 'Connected');
      onSaved(answer.channel);
      onClose();
    },
    onError: (error) => {
      if (problemCodeOf(error)) showFieldErrors((error as Problem).errors, fields, setError);
    },
  });
  const keptHint = 'Leave it empty to keep the one that is stored.';
  return (
    <DialogForm
      onSubmit={handleSubmit((values) => saving.mutate(values))}
      onCancel={onClose}
      submitLabel="Check and save"
      saving={saving.isPending}
      // A refused key is named at its field.
      failure={
        saving.isError &&
        fields.every((name) => !errors[name]) &&
        messageOf(saving.error, 'The account was not saved. Try again.')
      }
    >
      <div className="grid gap-5">
        <p className="text-ink-muted text-sm">
          At developer.ebay.com, under Application Keys. The User Token there is made with “Get a Token from
          eBay via Your Application”; the shop needs its refresh token.
        </p>
        <TextInput
          label="App ID (Client ID)"
          required
          autoComplete="off"
          {...register('clientId')}
          error={errors.clientId?.message}
        />
        <TextInput
          label="Cert ID (Client Secret)"
          type="password"
          autoComplete="off"
          required={!isStored}
          hint={isStored ? keptHint : undefined}
          {...register('clientSecret')}
          error={errors.clientSecret?.message}
        />
        <TextInput
          label="Refresh token"
          type="password"
          autoComplete="off"
          required={!isStored}
          hint={isStored ? keptHint : 'Valid for 18 months.'}
          {...register('refreshToken')}
          error={errors.refreshToken?.message}
        />
        <Checkbox label="Sandbox: a place for tests, where nothing is sold" {...register('isTest')} />
      </div>
    </DialogForm>
  );
}
