import { maxPasskeys, type Passkey, passkeyEndpoints } from '@reprise/contract/people/identity/passkeys';
import { Problem } from '@reprise/contract/problem';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { api } from '../../../api/browser-api.ts';
import { formatDate } from '../../../formats.ts';
import { useCheckedForm } from '../../../forms/use-checked-form.ts';
import { canUsePasskeys, createPasskey, passkeyErrorMessage } from '../../../session/passkeys.ts';
import { useHydrated } from '../../../session/use-hydrated.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CardSection } from '../../../ui/card-group.tsx';
import { FormError } from '../../../ui/forms/form-error.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Cloud, KeyRound } from '../../../ui/icons/lucide.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

type Dialog = { name: 'add' } | { name: 'rename' | 'remove'; passkey: Passkey };

/** Lists the account's passkeys, to add, rename and remove them. */
export function PasskeysCard({ passkeys }: { passkeys: Passkey[] }) {
  const { revalidate } = useRevalidator();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const isSupported = useHydrated() && canUsePasskeys();
  const close = () => setDialog(null);
  const finish = (message: string) => {
    close();
    notify('success', message);
    void revalidate();
  };
  return (
    <CardSection
      title="Passkeys"
      action={
        isSupported &&
        passkeys.length < maxPasskeys && (
          <Button variant="outline" size="sm" onClick={() => setDialog({ name: 'add' })}>
            Add a passkey
          </Button>
        )
      }
    >
      {passkeys.length === 0 ? (
        <p className="text-ink-muted text-sm">
          {isSupported
            ? 'Sign in with your fingerprint, face or screen lock instead of a password. Passkeys cannot be guessed or phished.'
            : 'This browser does not support passkeys.'}
        </p>
      ) : (
        <ul className="-my-3 divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyLine
              key={passkey.id}
              passkey={passkey}
              onRename={() => setDialog({ name: 'rename', passkey })}
              onRemove={() => setDialog({ name: 'remove', passkey })}
            />
          ))}
        </ul>
      )}
      {dialog?.name === 'add' && <AddDialog onClose={close} onDone={finish} />}
      {dialog?.name === 'rename' && <RenameDialog passkey={dialog.passkey} onClose={close} onDone={finish} />}
      {dialog?.name === 'remove' && <RemoveDialog passkey={dialog.passkey} onClose={close} onDone={finish} />}
    </CardSection>
  );
}

type LineProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

function PasskeyLine({ passkey, onRename, onRemove }: LineProps) {
  const { name, backedUp, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <div className="flex min-w-0 gap-3">
        <KeyRound className="mt-0.5 size-5 shrink-0 text-ink-muted" aria-hidden="true" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 break-words font-medium">
            {name}
            {backedUp && (
              <Badge tone="neutral">
                <Cloud className="size-3.5" aria-hidden="true" /> Synced
              </Badge>
            )}
          </p>
          <p className="text-ink-muted text-sm">
            Added {formatDate(createdAt)},{' '}
            {lastUsedAt ? `last used ${formatDate(lastUsedAt)}` : 'not used yet'}
          </p>
        </div>
      </div>
      <div className="-ml-3 flex gap-1 sm:ml-0">
        <Button variant="ghost" size="sm" onClick={onRename}>
          Rename<span className="sr-only"> {name}</span>
        </Button>
        <Button variant="ghost" size="sm" onClick={onRemove}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      </div>
    </li>
  );
}

type DialogProps = { onClose: () => void; onDone: (message: string) => void };

function AddDialog({ onClose, onDone }: DialogProps) {
  return (
    <NameDialog
      title="Add a passkey"
      submitLabel="Continue"
      onClose={onClose}
      save={async (name) => {
        await createPasskey(name);
        onDone('Passkey added.');
      }}
    >
      <p className="text-ink-muted text-sm">
        Give it a name you will recognize. Your browser then asks for your fingerprint, face, screen lock or
        security key.
      </p>
    </NameDialog>
  );
}

function RenameDialog({ passkey, onClose, onDone }: DialogProps & { passkey: Passkey }) {
  return (
    <NameDialog
      title="Rename passkey"
      submitLabel="Save"
      initialName={passkey.name}
      onClose={onClose}
      save={async (name) => {
        await api.renamePasskey({ params: { id: passkey.id }, body: { name } });
        onDone('Passkey renamed.');
      }}
    />
  );
}

type NameDialogProps = {
  title: string;
  submitLabel: string;
  initialName?: string;
  onClose: () => void;
  save: (name: string) => Promise<void>;
  children?: ReactNode;
};

function NameDialog({ title, submitLabel, initialName = '', onClose, save, children }: NameDialogProps) {
  const formId = useId();
  const form = useCheckedForm({
    defaultValues: { name: initialName },
    schema: passkeyEndpoints.renamePasskey.body,
    save: ({ name }) => save(name),
    failureOf: passkeyErrorMessage,
  });

  // autoFocus has no effect before the dialog is open.
  const { setFocus } = form;
  useEffect(() => setFocus('name'), [setFocus]);

  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      size="sm"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={form.isSaving}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={form.submit} noValidate className="grid gap-4">
        <FormError message={form.failure} />
        {children}
        <TextInput
          label="Name"
          required
          autoComplete="off"
          maxLength={60}
          placeholder="My phone"
          {...form.field('name')}
        />
      </form>
    </Modal>
  );
}

function RemoveDialog({ passkey, onClose, onDone }: DialogProps & { passkey: Passkey }) {
  const [removing, setRemoving] = useState(false);
  const [submitError, setSubmitError] = useState<string>();

  async function remove(): Promise<void> {
    setRemoving(true);
    setSubmitError(undefined);
    try {
      await api.removePasskey({ params: { id: passkey.id } });
      onDone('Passkey removed.');
    } catch (error) {
      setSubmitError(
        error instanceof Problem ? error.message : 'The passkey was not removed. Please try again.',
      );
      setRemoving(false);
    }
  }

  return (
    <Modal
      open
      onClose={onClose}
      title="Remove passkey"
      size="sm"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Keep it
          </Button>
          <Button variant="danger" loading={removing} onClick={() => void remove()}>
            Remove
          </Button>
        </>
      }
    >
      <div className="grid gap-4 text-sm">
        <FormError message={submitError} />
        <p>
          <strong>{passkey.name}</strong> will no longer sign you in. Delete it on your device as well, or
          your device will keep offering it.
        </p>
      </div>
    </Modal>
  );
}
