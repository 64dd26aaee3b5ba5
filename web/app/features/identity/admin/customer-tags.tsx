import type { UserRecord } from '@reprise/contract/identity/user';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { X } from '../../../ui/icons/lucide.tsx';

/** Loads the tags in use, most used first. */
export function useCustomerTags() {
  return useQuery({ queryKey: ['users', 'tags'], queryFn: () => api.listCustomerTags() });
}

/** Tags of a user, with a field that adds one. */
export function CustomerTags({ user }: { user: UserRecord }) {
  const canEdit = usePermissions()('customers.edit');
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const list = useId();
  const known = useCustomerTags().data?.tags ?? [];
  const params = { id: user.id };
  const saving = useMutation({
    mutationFn: ({ tag, isRemoved }: { tag: string; isRemoved: boolean }) =>
      isRemoved
        ? api.removeCustomerTag({ params: { ...params, tag } })
        : api.addCustomerTag({ params, body: { tag } }),
    onSuccess: (_answer, { isRemoved }) => {
      if (!isRemoved) setTyped('');
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['user', user.id] }),
        queries.invalidateQueries({ queryKey: ['users'] }),
      ]),
  });
  return (
    <div className="grid gap-2">
      {saving.isError && <FormFailure>{messageOf(saving.error, 'The tags could not be saved')}</FormFailure>}
      {user.tags.length === 0 && !canEdit && <p className="text-ink-muted text-sm">None yet.</p>}
      {user.tags.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {user.tags.map((tag) => (
            <li key={tag}>
              <Badge tone="neutral">
                <span className="wrap-anywhere">{tag}</span>
                {canEdit && (
                  <button
                    type="button"
                    aria-label={`Remove tag ${tag}`}
                    className="-mr-1 grid size-6 place-items-center rounded-full hover:bg-line"
                    disabled={saving.isPending}
                    onClick={() => saving.mutate({ tag, isRemoved: true })}
                  >
                    <X className="size-3.5" aria-hidden="true" />
                  </button>
                )}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      {canEdit && (
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() && !saving.isPending) saving.mutate({ tag: typed, isRemoved: false });
          }}
        >
          <TextInput
            label="Add a tag"
            labelHidden
            placeholder="Add a tag, such as business"
            list={list}
            maxLength={30}
            autoComplete="off"
            fieldClassName="w-64 max-w-full"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <datalist id={list}>
            {known.map(({ tag }) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
          <Button type="submit" variant="outline" loading={saving.isPending} disabled={!typed.trim()}>
            Add
          </Button>
        </form>
      )}
    </div>
  );
}
