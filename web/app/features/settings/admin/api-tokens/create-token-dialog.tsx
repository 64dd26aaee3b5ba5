import { apiTokenInput, apiTokenPermissions } from '@reprise/contract/identity/api-tokens';
import {
  type Permission,
  permissionSummaries,
  rolePermissions,
  type StaffRole,
  staffRoles,
} from '@reprise/contract/identity/permissions';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../../admin-ui/dialog-form.tsx';
import { staffRoleLabels } from '../../../../admin-ui/staff-roles.ts';
import { api } from '../../../../api/browser-api.ts';
import { messageOf } from '../../../../api/error-message.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox, ChoiceGroup } from '../../../../ui/forms/checkbox.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { ShownSecret } from '../shown-secret.tsx';

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
  const [name, setName] = useState('');
  const [days, setDays] = useState(90);
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(new Set());
  const [isChecked, setChecked] = useState(false);
  const input = { name, days, permissions: [...chosen] };
  const issues = apiTokenInput.safeParse(input).error?.issues ?? [];
  const errorOf = (field: string) =>
    isChecked ? issues.find(({ path }) => path[0] === field)?.message : undefined;
  const creation = useMutation({
    mutationFn: () => api.createApiToken({ body: apiTokenInput.parse(input) }),
    onSuccess: (answer) => onCreated(answer.secret),
  });
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (issues.length === 0) creation.mutate();
      }}
      onCancel={onCancel}
      submitLabel="Create token"
      saving={creation.isPending}
      failure={creation.isError && messageOf(creation.error, 'The token was not created. Try again.')}
    >
      <div className="grid gap-4">
        <TextInput
          label="Name"
          hint="The program that uses it. The audit log shows this name."
          required
          maxLength={60}
          autoComplete="off"
          value={name}
          error={errorOf('name')}
          onChange={(event) => setName(event.target.value)}
        />
        <Select label="Expires after" value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {lifetimes.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <PermissionChoice chosen={chosen} onChange={setChosen} error={errorOf('permissions')} />
      </div>
    </DialogForm>
  );
}

type PermissionChoiceProps = {
  chosen: ReadonlySet<Permission>;
  onChange: (chosen: ReadonlySet<Permission>) => void;
  error: string | undefined;
};

function PermissionChoice({ chosen, onChange, error }: PermissionChoiceProps) {
  const chooseRole = (role: StaffRole) =>
    onChange(new Set(rolePermissions[role].filter((permission) => apiTokenPermissions.includes(permission))));
  const toggle = (permission: Permission, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(permission);
    else next.delete(permission);
    onChange(next);
  };
  return (
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
          checked={chosen.has(permission)}
          onChange={(event) => toggle(permission, event.target.checked)}
        />
      ))}
    </ChoiceGroup>
  );
}
