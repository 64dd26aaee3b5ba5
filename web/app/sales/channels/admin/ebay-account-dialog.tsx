import type { Channel } from '@reprise/contract/sales/channels/channel';
import { ebayAccountInput } from '@reprise/contract/sales/channels/ebay';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';

type EbayAccountDialogProps = { channel: Channel; onSaved: (channel: Channel) => void; onClose: () => void };

/** Connects an eBay account; the keys are tried before they are stored. */
export function EbayAccountDialog({ channel, onSaved, onClose }: EbayAccountDialogProps) {
  const { account } = channel;
  const isStored = account.state === 'connected';
  const form = useSavedForm({
    defaultValues: { clientId: account.hint, clientSecret: '', refreshToken: '', isTest: account.isTest },
    schema: ebayAccountInput,
    // Empty keys keep the stored ones.
    bodyOf: ({ clientSecret, refreshToken, ...values }) => ({
      ...values,
      ...(clientSecret.trim() && { clientSecret }),
      ...(refreshToken.trim() && { refreshToken }),
    }),
    save: (body) => api.setEbayAccount({ params: { id: channel.id }, body }),
    done: 'Connected',
    invalidates: [],
    // A refused key is named at its field.
    failureOf: (error, isAtField) =>
      isAtField ? null : messageOf(error, 'The account was not saved. Try again.'),
    onSaved: (answer) => {
      onSaved(answer.channel);
      onClose();
    },
  });
  const keptHint = 'Leave it empty to keep the one that is stored.';
  return (
    <FormDialog form={form} guarded title="Connect eBay" onClose={onClose} submitLabel="Check and save">
      <div className="grid gap-5">
        <p className="text-ink-muted text-sm">
          At developer.ebay.com, under Application Keys. The User Token there is made with “Get a Token from
          eBay via Your Application”; the shop needs its refresh token.
        </p>
        <TextInput label="App ID (Client ID)" required autoComplete="off" {...form.field('clientId')} />
        <TextInput
          label="Cert ID (Client Secret)"
          type="password"
          autoComplete="off"
          required={!isStored}
          hint={isStored ? keptHint : undefined}
          {...form.field('clientSecret')}
        />
        <TextInput
          label="Refresh token"
          type="password"
          autoComplete="off"
          required={!isStored}
          hint={isStored ? keptHint : 'Valid for 18 months.'}
          {...form.field('refreshToken')}
        />
        <Checkbox label="Sandbox: a place for tests, where nothing is sold" {...form.field('isTest')} />
      </div>
    </FormDialog>
  );
}
