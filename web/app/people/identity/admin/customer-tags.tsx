import { customerEndpoints } from '@reprise/contract/people/customers';
import type { UserRecord } from '@reprise/contract/people/identity/user';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
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
  const list = useId();
  const known = useCustomerTags().data?.tags ?? [];
  const params = { id: user.id };
  const changed = [['user', user.id], ['users']];
  const form = useSavedForm({
    defaultValues: { tag: '' },
    schema: customerEndpoints.addCustomerTag.body,
    save: (body) => api.addCustomerTag({ params, body }),
    failed: 'The tags could not be saved',
    invalidates: changed,
    invalidatesOnFailure: true,
    valuesAfter: () => ({ tag: '' }),
  });
  const removal = useMutation({
    mutationFn: (tag: string) => api.removeCustomerTag({ params: { ...params, tag } }),
    onSettled: () => Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  const failure =
    form.failure ?? (removal.isError && messageOf(removal.error, 'The tags could not be saved'));
  return (
    <div className="grid gap-2">
      {failure && <FormFailure>{failure}</FormFailure>}
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
                    disabled={removal.isPending}
                    onClick={() => removal.mutate(tag)}
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
        <form noValidate className="flex items-end gap-2" onSubmit={form.submit}>
          <TextInput
            label="Add a tag"
            labelHidden
            placeholder="Add a tag, such as business"
            list={list}
            maxLength={30}
            autoComplete="off"
            fieldClassName="min-w-0 max-w-64 flex-1"
            {...form.field('tag')}
          />
          <datalist id={list}>
            {known.map(({ tag }) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
          <Button
            type="submit"
            variant="outline"
            loading={form.isSaving}
            disabled={!form.watch('tag').trim()}
          >
            Add
          </Button>
        </form>
      )}
    </div>
  );
}
