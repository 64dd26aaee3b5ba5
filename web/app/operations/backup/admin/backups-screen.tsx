import type { Backup } from '@reprise/contract/operations/backup';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatDateTime } from '../../../formats.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { DatabaseBackup } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { BackupKeyDialog } from './backup-key-dialog.tsx';
import { BackupRow } from './backup-row.tsx';

const queryKey = ['backups'];
const pollMs = 2000;

/** Backups in the data folder; starts, downloads and deletes them. */
export default function BackupsScreen() {
  const backups = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.listBackups({}, { signal }),
    refetchInterval: ({ state }) => (state.data?.backups.some(isRunning) ? pollMs : false),
  });
  return (
    <div className="max-w-lg">
      <Breadcrumb steps={[{ label: 'Settings', to: '/admin/settings' }, { label: 'Backups' }]} />
      <ScreenHeader title="Backups">
        {backups.data && (
          <StartBackup hasKey={backups.data.hasKey} isRunning={backups.data.backups.some(isRunning)} />
        )}
      </ScreenHeader>
      <p className="mb-4 text-ink-muted text-sm">
        A backup is one encrypted file with the whole shop: products, orders, customers, settings and images.
        Store it apart from the server, and its key apart from both.
      </p>
      <Loaded query={backups} failed="Backups could not be loaded" look="framed" skeleton="h-64">
        {(data) => <BackupList backups={data.backups} />}
      </Loaded>
      <RestoreNote name={backups.data?.backups.find(({ state }) => state === 'complete')?.name} />
    </div>
  );
}

const isRunning = ({ state }: Backup) => state === 'running';

function StartBackup({ hasKey, isRunning }: { hasKey: boolean; isRunning: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const failed = 'The backup was not started. Try again.';
  const start = useMutation({
    mutationFn: (key: string | undefined) => api.startBackup({ body: { key } }),
    onError: (error) => {
      if (!isOpen) notify('error', messageOf(error, failed));
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return (
    <>
      <Button
        loading={start.isPending && !isOpen}
        disabled={isRunning}
        onClick={() => (hasKey ? start.mutate(undefined) : setOpen(true))}
      >
        Start backup
      </Button>
      {isOpen && (
        <BackupKeyDialog
          start={(key) => start.mutateAsync(key)}
          failed={failed}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function BackupList({ backups }: { backups: Backup[] }) {
  const [toDelete, setToDelete] = useState<Backup | null>(null);
  const queries = useQueryClient();
  if (backups.length === 0) {
    return (
      <div className="rounded-tile border border-line bg-raised">
        <EmptyState title="No backups yet" Icon={DatabaseBackup}>
          Start one now. It runs while the shop goes on selling.
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <ul aria-label="Backups" className="divide-y divide-line rounded-tile border border-line bg-raised">
        {backups.map((backup) => (
          <BackupRow key={backup.name} backup={backup} onDelete={() => setToDelete(backup)} />
        ))}
      </ul>
      <DeleteDialog
        title="Delete backup"
        item={toDelete}
        nameOf={({ createdAt }) => `Backup of ${formatDateTime(createdAt)}`}
        remove={({ name }) => api.deleteBackup({ params: { name } })}
        onDeleted={() => {
          notify('success', 'Backup deleted.');
          return queries.invalidateQueries({ queryKey });
        }}
        failedMessage="The backup could not be deleted."
        onClose={() => setToDelete(null)}
      >
        {({ state }) => (
          <p>
            {state === 'failed'
              ? 'This removes the failed backup from the list.'
              : 'This deletes the file on the server. Copies that you downloaded stay.'}
          </p>
        )}
      </DeleteDialog>
    </>
  );
}

/** The command that restores a backup; the running shop must not be replaced under its customers. */
function RestoreNote({ name = 'shop-….backup' }: { name: string | undefined }) {
  return (
    <section className="mt-6 text-sm">
      <h2 className="mb-1 font-semibold text-base">Restore</h2>
      <p className="text-ink-muted">
        Stop the shop on the server and run this command there; data is the shop’s data folder. It asks for
        the key. A shop that exists already is replaced only with{' '}
        <code className="whitespace-nowrap font-mono">--replace</code>.
      </p>
      <code className="wrap-anywhere mt-2 block rounded-control bg-sunken px-3 py-2 font-mono">
        npm run shop -- restore data/backups/{name}
      </code>
    </section>
  );
}
