import {
  type Conversation,
  type ConversationMessage,
  conversationEndpoints,
  maxMessageLength,
} from '@reprise/contract/sales/conversations';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { messageOf } from '../../../api/error-message.ts';
import { useCheckedForm } from '../../../forms/use-checked-form.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { MessageList } from '../message-list.tsx';
import { conversationLabels } from './conversation-states.ts';
import { useConversation } from './use-conversation.ts';

/** Messages of a conversation, with a form that answers and a button that closes it. */
export function ConversationThread({ id }: { id: string }) {
  const { thread, change, answer } = useConversation(id);
  return (
    <Loaded query={thread} failed="The messages could not be loaded" skeleton="h-40">
      {(data) => <Thread {...data} change={change} answer={answer} />}
    </Loaded>
  );
}

type ThreadProps = Omit<ReturnType<typeof useConversation>, 'thread'> & {
  conversation: Conversation;
  messages: ConversationMessage[];
};

function Thread({ conversation, messages, change, answer }: ThreadProps) {
  const { label, tone } = conversationLabels[conversation.state];
  const isClosed = conversation.state === 'closed';
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <StatusDot tone={tone}>{label}</StatusDot>
        <Button
          size="sm"
          variant="outline"
          loading={change.isPending}
          onClick={() => change.mutate({ isClosed: !isClosed })}
        >
          {isClosed ? 'Reopen' : 'Close conversation'}
        </Button>
      </div>
      {change.isError && (
        <FormFailure>{messageOf(change.error, 'The conversation could not be changed')}</FormFailure>
      )}
      <MessageList messages={messages} own="staff" />
      <AnswerForm conversation={conversation} answer={answer} lastMessageId={messages.at(-1)?.id} />
    </div>
  );
}

type AnswerFormProps = {
  conversation: Conversation;
  answer: ReturnType<typeof useConversation>['answer'];
  lastMessageId: string | undefined;
};

function AnswerForm({ conversation, answer, lastMessageId }: AnswerFormProps) {
  const form = useCheckedForm({
    defaultValues: { text: '' },
    schema: conversationEndpoints.answerConversation.body,
    bodyOf: ({ text }) => ({ text, lastMessageId }),
    save: (body) => answer.mutateAsync(body),
    failed: 'The answer could not be sent',
    valuesAfter: () => ({ text: '' }),
    onSaved: () => notify('success', 'Answer sent'),
  });
  return (
    <form noValidate className="grid justify-items-end gap-2" onSubmit={form.submit}>
      {form.failure && <FormFailure>{form.failure}</FormFailure>}
      <TextArea
        label="Answer"
        hint={answerHint(conversation)}
        rows={4}
        maxLength={maxMessageLength}
        fieldClassName="w-full"
        {...form.field('text')}
      />
      <Button type="submit" loading={form.isSaving} disabled={form.watch('text').trim() === ''}>
        Send answer
      </Button>
    </form>
  );
}

function answerHint({ email, orderNumber, userId }: Conversation): string {
  if (orderNumber !== null) return `Mailed to ${email}, and shown to the customer with the order.`;
  if (userId === null)
    return `Mailed to ${email}. The address was typed in the contact form and is not verified.`;
  return `Mailed to ${email}, and shown in the customer’s messages on the support page.`;
}
