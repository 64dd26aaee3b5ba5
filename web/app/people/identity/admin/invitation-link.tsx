import type { UserRecord } from '@reprise/contract/people/identity/user';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

/** Makes an invitation link to hand over by other means than the shop's mail server. */
export function InvitationLink({ user }: { user: UserRecord }) {
  const creating = useMutation({
    mutationFn: () => api.createInvitationLink({ params: { id: user.id }, body: {} }),
    onSuccess: ({ link }) =>
      navigator.clipboard.writeText(link).then(
        () => notify('success', 'Invitation link copied. Links sent earlier stopped working.'),
        // Browsers allow no copying long after the click; the field below shows the link.
        () => notify('success', 'Invitation link created. Copy it from the field.'),
      ),
    onError: (error) => notify('error', messageOf(error, 'The link was not created. Please try again.')),
  });
  return (
    <>
      {creating.data && (
        <TextInput
          label="Invitation link, valid for a week"
          fieldClassName="basis-full"
          readOnly
          value={creating.data.link}
          onFocus={(event) => event.target.select()}
        />
      )}
      <Button
        variant="outline"
        size="sm"
        disabled={user.status !== 'active'}
        loading={creating.isPending}
        onClick={() => creating.mutate()}
      >
        Copy invitation link
      </Button>
    </>
  );
}
