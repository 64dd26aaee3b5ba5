import {
  type Maintenance,
  maintenanceEndpoints,
  maintenanceSentence,
} from '@reprise/contract/operations/maintenance';
import { localTimeIn, timeOfLocal } from '@reprise/contract/time-zone';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { formatDateTime } from '../../../formats.ts';
import { useStoreSettings } from '../../../foundations/settings/store-settings.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';

/** Closes and opens the shop. Nested in a form, so its dialog is rendered outside. */
export function MaintenanceCard() {
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['maintenance'],
    queryFn: ({ signal }) => api.getMaintenance({}, { signal }),
    select: ({ maintenance }) => maintenance,
  });
  const open = useOpenShop();
  if (error) {
    return (
      <div className="grid justify-items-start gap-3 sm:col-span-2">
        <ProblemBox message={messageOf(error, 'The state of the shop could not be loaded.')} />
        <Button variant="outline" onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (data === undefined) return <Skeleton className="h-16 sm:col-span-2" />;
  return (
    <div className="grid justify-items-start gap-3 sm:col-span-2">
      <ShopState period={data} />
      {open.isError && <ProblemBox message={messageOf(open.error, noResponse('retry'))} />}
      <div className="flex flex-wrap gap-2">
        {data.since !== null && (
          <Button onClick={() => open.mutate()} loading={open.isPending}>
            Open the shop
          </Button>
        )}
        <Button variant="outline" onClick={() => setOpen(true)}>
          {data.since === null ? 'Close for maintenance…' : 'Change the sentence…'}
        </Button>
      </div>
      {isOpen && <MaintenanceDialog period={data} onClose={() => setOpen(false)} />}
    </div>
  );
}

function ShopState({ period: { since, message, until } }: { period: Maintenance }) {
  if (since === null) {
    return (
      <p className="text-sm">
        <StatusDot tone="good">The shop is open</StatusDot>
        <span className="mt-1 block text-ink-muted">
          While it is closed, customers read a sentence and can order nothing. Staff and payments that are
          under way go on.
        </span>
      </p>
    );
  }
  return (
    <p className="text-sm">
      <StatusDot tone="warn">Closed since {formatDateTime(since)}</StatusDot>
      <span className="wrap-anywhere mt-1 block text-ink-muted">
        Customers read: “{message || maintenanceSentence}”
        {until && ` You expect it to end on ${formatDateTime(until)}; it does not open by itself.`}
      </span>
    </p>
  );
}

/** Opens the shop again. */
function useOpenShop() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.setMaintenance({ body: { on: false, message: '' } }),
    onSuccess: (answer) => {
      queries.setQueryData(['maintenance'], answer);
      notify('success', 'The shop is open');
    },
  });
}

function MaintenanceDialog({ period, onClose }: { period: Maintenance; onClose: () => void }) {
  const timeZone = useStoreSettings()?.timeZone ?? 'UTC';
  const queries = useQueryClient();
  const form = useSavedForm({
    defaultValues: {
      message: period.message,
      until: period.until ? localTimeIn(timeZone, new Date(period.until)) : '',
    },
    schema: maintenanceEndpoints.setMaintenance.body,
    bodyOf: ({ message, until }) => ({
      on: true,
      message,
      until: until === '' ? null : timeOfLocal(timeZone, until),
    }),
    save: (body) => api.setMaintenance({ body }),
    done: 'The shop is closed for maintenance',
    invalidates: [],
    onSaved: (answer) => {
      queries.setQueryData(['maintenance'], answer);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Close for maintenance"
      onClose={onClose}
      submitLabel={period.since === null ? 'Close the shop' : 'Save'}
      danger={period.since === null}
    >
      <div className="grid gap-4">
        <TextArea
          label="Sentence for customers"
          hint={`Empty: “${maintenanceSentence}”`}
          rows={3}
          maxLength={300}
          {...form.field('message')}
        />
        <TextInput
          type="datetime-local"
          label="Expected end"
          hint="Store time. Programs that come by try again then; you open the shop yourself."
          {...form.field('until')}
        />
      </div>
    </FormDialog>
  );
}
