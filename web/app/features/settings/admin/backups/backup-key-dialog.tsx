import { type ReactNode, useState } from 'react';
import { DialogForm } from '../../../../admin-ui/dialog-form.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/forms/checkbox.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { createBackupKey } from './backup-texts.ts';

type BackupKeyDialogProps = {
  onStart: (key: string) => void;
  isStarting: boolean;
  failure: ReactNode;
  onClose: () => void;
};

/** Shows the key of a backup before it starts, because the shop does not store it. */
export function BackupKeyDialog({ onStart, isStarting, failure, onClose }: BackupKeyDialogProps) {
  const [key] = useState(createBackupKey);
  const [isSaved, setSaved] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(key).then(
      () => notify('success', 'Key copied.'),
      () => notify('error', 'The browser did not copy the key. Copy it from the field.'),
    );
  return (
    <Modal open onClose={onClose} title="Start backup">
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          if (isSaved) onStart(key);
        }}
        onCancel={onClose}
        submitLabel="Start backup"
        submitDisabled={!isSaved}
        saving={isStarting}
        failure={failure}
      >
        <div className="grid gap-4 text-sm">
          <p>
            This key encrypts the backup. The shop does not store it, and without it nobody can restore the
            backup. Save it in your password manager.
          </p>
          <div className="grid gap-2">
            <TextInput
              label="Key of this backup"
              className="font-mono"
              readOnly
              value={key}
              onFocus={(event) => event.target.select()}
            />
            <div>
              <Button variant="outline" size="sm" onClick={copy}>
                Copy key
              </Button>
            </div>
          </div>
          <Checkbox
            label="I have saved the key"
            checked={isSaved}
            onChange={(event) => setSaved(event.target.checked)}
          />
          <p className="text-ink-muted">
            To use the same key for all backups, start the shop with it as BACKUP_KEY.
          </p>
        </div>
      </DialogForm>
    </Modal>
  );
}
