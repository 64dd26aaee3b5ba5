import type { AccountAccess } from '@reprise/contract/people/identity/account-links';
import { formatDate } from '../../formats.ts';
import { Checkbox } from '../../ui/forms/checkbox.tsx';

type AccountAccessProps = {
  access: AccountAccess;
  /** Ids of the passkeys and API tokens that stay. */
  kept: ReadonlySet<string>;
  onChange: (kept: ReadonlySet<string>) => void;
};

/** Lists what else opens the account, to choose what a new password removes. */
export function AccountAccessChoice({ access, kept, onChange }: AccountAccessProps) {
  const { passkeys, apiTokens, sessions, twoFactor, canKeep, startsEmpty } = access;
  if (!canKeep) return <RemovedNotice startsEmpty={startsEmpty} />;
  const items = [
    ...passkeys.map((passkey) => ({ ...passkey, kind: 'Passkey' })),
    ...apiTokens.map((token) => ({ ...token, kind: `API token ${token.prefix}…` })),
  ];
  const setRemoved = (ids: string[], isRemoved: boolean) => {
    const changed = new Set(kept);
    for (const id of ids) isRemoved ? changed.delete(id) : changed.add(id);
    onChange(changed);
  };
  return (
    <>
      {items.length > 0 && (
        <fieldset className="grid gap-3 rounded-control border border-line p-4">
          <legend className="-ml-1 px-1 font-medium text-sm">What else opens your account</legend>
          <p className="text-ink-muted text-sm">
            Everything ticked is removed with the old password. Keep only what you know.
          </p>
          {items.length > 1 && (
            <Checkbox
              label="Remove all"
              checked={items.every(({ id }) => !kept.has(id))}
              onChange={({ target }) =>
                setRemoved(
                  items.map(({ id }) => id),
                  target.checked,
                )
              }
            />
          )}
          <div className="grid gap-3 border-line border-t pt-3">
            {items.map(({ id, kind, name, createdAt, lastUsedAt }) => (
              <Checkbox
                key={id}
                label={
                  <>
                    Remove <span className="break-words font-medium">{name}</span>
                  </>
                }
                hint={`${kind}, added ${formatDate(createdAt)}, ${lastUsedAt ? `last used ${formatDate(lastUsedAt)}` : 'not used yet'}`}
                checked={!kept.has(id)}
                onChange={({ target }) => setRemoved([id], target.checked)}
              />
            ))}
          </div>
        </fieldset>
      )}
      {sessions.length > 0 && (
        <div className="grid gap-1.5 text-sm">
          <p className="font-medium">Devices that are signed out</p>
          <ul className="grid gap-1 text-ink-muted">
            {sessions.map(({ id, device, lastSeenAt }) => (
              <li key={id}>
                {device}, last seen {formatDate(lastSeenAt)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {twoFactor && (
        <p className="text-ink-muted text-sm">
          Two-factor sign-in stays on: your next sign-in asks for a code from your app.
        </p>
      )}
    </>
  );
}

/** An address that was never confirmed: a stranger may have prepared the account. */
function RemovedNotice({ startsEmpty }: { startsEmpty: boolean }) {
  return (
    <p className="rounded-control border border-line bg-sunken p-4 text-sm">
      {startsEmpty
        ? 'This email address was never confirmed, so somebody else may have used it. Your account starts empty: its name, phone, addresses, cart and lists are removed, with passkeys and two-factor sign-in. Orders with this address stay.'
        : 'This email address is not confirmed yet, so passkeys, two-factor sign-in and API tokens of the account are removed.'}
    </p>
  );
}
