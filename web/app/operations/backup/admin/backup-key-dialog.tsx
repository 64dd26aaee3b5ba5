import { backupEndpoints } from '@reprise/contract/operations/backup';
import { useState } from 'react';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useCheckedForm } from '../../../forms/use-checked-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { createBackupKey } from './backup-texts.ts';

type BackupKeyDialogProps = {
  start: (key: string | undefined) => Promise<unknown>;
  failed: string;
  onClose: () => void;
};

/** Shows the key of a backup before it starts, because the shop does not store it. */
export function BackupKeyDialog({ start, failed, onClose }: BackupKeyDialogProps) {
  const [key] = useState(createBackupKey);
  const form = useCheckedForm({
    defaultValues: { key, isSaved: false },
    schema: backupEndpoints.startBackup.body,
    bodyOf: ({ key }) => ({ key }),
    save: (body) => start(body.key),
    failed,
    onSaved: onClose,
  });
  const copy = () =>
    navigator.clipboard.writeText(key).then(
      () => notify('success', 'Key copied.'),
      () => notify('error', 'The browser did not copy the key. Copy it from the field.'),
    );
  return (
    <FormDialog
      form={form}
      title="Start backup"
      onClose={onClose}
      submitLabel="Start backup"
      submitDisabled={!form.watch('isSaved')}
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
            onFocus={(event) => event.target.select()}
            {...form.field('key')}
          />
          <div>
            <Button variant="outline" size="sm" onClick={copy}>
              Copy key
            </Button>
          </div>
        </div>
        <Checkbox label="I have saved the key" {...form.field('isSaved')} />
        <p className="text-ink-muted">
          To use the same key for all backups, start the shop with it as BACKUP_KEY.
        </p>
      </div>
    </FormDialog>
  );
}
