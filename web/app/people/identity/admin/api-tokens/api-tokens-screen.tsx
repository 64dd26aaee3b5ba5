import type { ApiToken } from '@reprise/contract/people/identity/api-tokens';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DeleteDialog } from '../../../../admin-ui/delete-dialog.tsx';
import { Loaded } from '../../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { api } from '../../../../api/browser-api.ts';
import { formatDate, formatDateTime } from '../../../../formats.ts';
import { Breadcrumb } from '../../../../ui/breadcrumb.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { KeyRound, Trash2 } from '../../../../ui/icons/lucide.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { StatusDot } from '../../../../ui/status-dot.tsx';
import { CreateTokenDialog } from './create-token-dialog.tsx';

const queryKey = ['api-tokens'];

/** API tokens of the shop; creates and revokes them. */
export default function ApiTokensScreen() {
  const [isCreating, setCreating] = useState(false);
  const queries = useQueryClient();
  const tokens = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.listApiTokens({}, { signal }),
  });
  return (
    <div className="max-w-lg">
      <Breadcrumb steps={[{ label: 'Settings', to: '/admin/settings' }, { label: 'API tokens' }]} />
      <ScreenHeader title="API tokens">
        {tokens.data && <Button onClick={() => setCreating(true)}>Create token</Button>}
      </ScreenHeader>
      <p className="mb-4 text-ink-muted text-sm">
        Other programs call the shop with a token, in your name and with the permissions you choose. Give each
        program its own, so that you can revoke one alone. The calls are listed under{' '}
        <code className="font-mono">/api/docs</code>.
      </p>
      <Loaded query={tokens} failed="API tokens could not be loaded" look="framed" skeleton="h-64">
        {(data) => <TokenList tokens={data.tokens} />}
      </Loaded>
      {isCreating && (
        <CreateTokenDialog
          onCreated={() => queries.invalidateQueries({ queryKey })}
          onClose={() => setCreating(false)}
        />
      )}
    </div>
  );
}

function TokenList({ tokens }: { tokens: ApiToken[] }) {
  const [toRevoke, setToRevoke] = useState<ApiToken | null>(null);
  const queries = useQueryClient();
  if (tokens.length === 0) {
    return (
      <div className="rounded-tile border border-line bg-raised">
        <EmptyState title="No API tokens yet" Icon={KeyRound}>
          Create one to connect bookkeeping, labels or stock software.
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <ul aria-label="API tokens" className="divide-y divide-line rounded-tile border border-line bg-raised">
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setToRevoke(token)} />
        ))}
      </ul>
      <DeleteDialog
        title="Revoke token"
        item={toRevoke}
        nameOf={({ name }) => name}
        remove={({ id }) => api.revokeApiToken({ params: { id } })}
        onDeleted={() => {
          notify('success', 'Token revoked.');
          return queries.invalidateQueries({ queryKey });
        }}
        failedMessage="The token could not be revoked."
        onClose={() => setToRevoke(null)}
      >
        {() => <p>The program that uses it is refused from its next call on.</p>}
      </DeleteDialog>
    </>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { name, prefix, permissions, maker, expiresAt, lastUsedAt } = token;
  const isExpired = new Date(expiresAt) <= new Date();
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 text-sm">
        <p className="wrap-anywhere font-medium">{name}</p>
        <p className="wrap-anywhere text-ink-muted">
          <code className="font-mono">{prefix}…</code> · created by {maker.name}
        </p>
        <p className="text-ink-muted">
          {isExpired ? (
            <StatusDot tone="bad">Expired on {formatDate(expiresAt)}</StatusDot>
          ) : (
            <>
              {lastUsedAt ? `Last used ${formatDateTime(lastUsedAt)}` : 'Never used'} · expires on{' '}
              {formatDate(expiresAt)}
            </>
          )}
        </p>
        <details className="mt-1">
          <summary className="w-fit cursor-pointer rounded-control text-ink-muted hover:text-ink pointer-coarse:py-2.5">
            {permissions.length === 1 ? '1 permission' : `${permissions.length} permissions`}
          </summary>
          <p className="wrap-anywhere mt-1 text-ink-muted">{permissions.join(', ')}</p>
        </details>
      </div>
      <IconButton label={`Revoke ${name}`} onClick={onRevoke}>
        <Trash2 className="size-4" aria-hidden="true" />
      </IconButton>
    </li>
  );
}
