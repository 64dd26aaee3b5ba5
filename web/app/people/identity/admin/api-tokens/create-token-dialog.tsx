import { apiTokenInput, apiTokenPermissions } from '@reprise/contract/people/identity/api-tokens';
import {
  type Permission,
  permissionSummaries,
  rolePermissions,
  type StaffRole,
  staffRoles,
} from '@reprise/contract/permissions';
import { useState } from 'react';
import { DialogForm } from '../../../../admin-ui/dialog-form.tsx';
import { useSavedForm } from '../../../../admin-ui/forms/use-saved-form.ts';
import { ShownSecret } from '../../../../admin-ui/shown-secret.tsx';
import { staffRoleLabels } from '../../../../admin-ui/staff-roles.ts';
import { api } from '../../../../api/browser-api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox, ChoiceGroup } from '../../../../ui/forms/checkbox.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';

type CreateTokenDialogProps = { onCreated: () => void; onClose: () => void };

/** Creates a token, then shows its secret, which the shop does not store. */
export function CreateTokenDialog({ onCreated, onClose }: CreateTokenDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Modal open onClose={onClose} size="lg" title={secret === null ? 'Create token' : 'Copy the token'}>
      {secret === null ? (
        <TokenForm
          onCreated={(created) => {
            setSecret(created);
            onCreated();
          }}
          onCancel={onClose}
        />
      ) : (
        <ShownSecret
          label="Token"
          secret={secret}
          reason="The shop does not store the token and shows it only now. Put it into the program that needs it."
          onClose={onClose}
        >
          The program sends it with each call as{' '}
          <code className="wrap-anywhere font-mono">Authorization: Bearer …</code>, never in a URL.
        </ShownSecret>
      )}
    </Modal>
  );
}

const lifetimes = [
  [30, '30 days'],
  [90, '90 days'],
  [180, '180 days'],
  [365, '1 year'],
] as const;

function TokenForm({ onCreated, onCancel }: { onCreated: (secret: string) => void; onCancel: () => void }) {
  const form = useSavedForm({
    defaultValues: { name: '', days: '90', permissions: [] as Permission[] },
    schema: apiTokenInput,
    bodyOf: ({ days, ...values }) => ({ ...values, days: Number(days) }),
    save: (body) => api.createApiToken({ body }),
    failed: 'The token was not created. Try again.',
    invalidates: [],
    onSaved: ({ secret }) => onCreated(secret),
  });
  const { error, ...permissions } = form.field('permissions');
  const { onChange } = form.choice('permissions');
  const chooseRole = (role: StaffRole) =>
    onChange(rolePermissions[role].filter((permission) => apiTokenPermissions.includes(permission)));
  return (
    <DialogForm form={form} onCancel={onCancel} submitLabel="Create token">
      <div className="grid gap-4">
        <TextInput
          label="Name"
          hint="The program that uses it. The audit log shows this name."
          required
          maxLength={60}
          autoComplete="off"
          {...form.field('name')}
        />
        <Select label="Expires after" options={lifetimes} {...form.field('days')} />
        <ChoiceGroup label="Permissions" error={error}>
          <div className="mb-2 flex flex-wrap items-center gap-2 text-sm">
            <span className="text-ink-muted">Choose those of a role:</span>
            {staffRoles.map((role) => (
              <Button key={role} size="sm" variant="outline" onClick={() => chooseRole(role)}>
                {staffRoleLabels[role]}
              </Button>
            ))}
          </div>
          {apiTokenPermissions.map((permission) => (
            <Checkbox
              key={permission}
              label={permissionSummaries[permission]}
              hint={<code className="font-mono text-xs">{permission}</code>}
              value={permission}
              {...permissions}
            />
          ))}
        </ChoiceGroup>
      </div>
    </DialogForm>
  );
}
