import { z } from 'zod';
import { endpoints, idParams, nothing } from '../endpoint.ts';
import { supportMessage } from '../foundations/notifications/notifications.ts';
import { pagination, pagingQuery } from '../paging.ts';
import { isoDateTime, queryChoice, queryString, requiredText, text } from '../wire.ts';

/** `open`: the store has to answer; `answered`: the store wrote last; `closed`: nothing is left to do. */
export const conversationStates = ['open', 'answered', 'closed'] as const;
export type ConversationState = (typeof conversationStates)[number];

export const maxMessageLength = 4000;

export const conversationMessage = z
  .object({
    id: z.string(),
    text: z.string(),
    isFromStaff: z.boolean(),
    /** Name of the customer or, for staff alone, of the colleague; customers see the store's name. */
    author: z.string(),
    createdAt: isoDateTime,
  })
  .meta({ id: 'ConversationMessage' });
export type ConversationMessage = z.output<typeof conversationMessage>;

export const conversation = z
  .object({
    id: z.string(),
    state: z.enum(conversationStates),
    isUnread: z.boolean(),
    name: z.string(),
    email: z.string(),
    /** Order that the messages are about; null for a message from the contact form. */
    orderNumber: z.string().nullable(),
    /** Order number as a visitor typed it in the contact form; not verified. */
    typedOrderNumber: z.string(),
    /** Account of the customer; null for a guest. */
    userId: z.string().nullable(),
    lastMessage: z.string(),
    lastMessageAt: isoDateTime,
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.output<typeof conversation>;

/** Conversation as its customer sees it. */
export const ownConversation = z
  .object({
    id: z.string(),
    state: z.enum(conversationStates),
    orderNumber: z.string().nullable(),
    /** True if answers are only mailed, until the account's address is confirmed. */
    answersByEmail: z.boolean(),
    messages: z.array(conversationMessage),
  })
  .meta({ id: 'OwnConversation' });
export type OwnConversation = z.output<typeof ownConversation>;

const message = requiredText(maxMessageLength, 'Please write your message');
const thread = z.object({ conversation, messages: z.array(conversationMessage) });

export const conversationEndpoints = endpoints({
  sendSupportMessage: {
    method: 'POST',
    path: '/support/messages',
    summary: 'Send a message to the store; both sides get a mail',
    access: 'public',
    rate: 'message',
    body: supportMessage,
    response: nothing,
    status: 201,
    message: 'Your message was sent',
  },
  listOwnConversations: {
    method: 'GET',
    path: '/support/conversations',
    summary: 'Latest conversations of the caller with the store',
    access: 'customer',
    rate: 'read',
    response: z.object({ conversations: z.array(ownConversation) }),
  },
  writeToStore: {
    method: 'POST',
    path: '/support/conversations',
    summary: 'Write to the store from an account; continues the conversation that is not closed',
    access: 'customer',
    rate: 'message',
    body: z.object({ message, orderNumber: text(40).optional() }),
    response: nothing,
    status: 201,
    message: 'Your message was sent',
  },
  listConversations: {
    method: 'GET',
    path: '/conversations',
    summary: 'Conversations with customers, latest message first',
    access: 'admin',
    needs: 'messages.answer',
    rate: 'read',
    query: z.object({
      ...pagingQuery,
      /** Part of a name, email or order number. */
      search: queryString(200),
      state: queryChoice(conversationStates),
    }),
    response: z.object({ conversations: z.array(conversation), pagination }),
  },
  countUnreadConversations: {
    method: 'GET',
    path: '/conversations/unread',
    summary: 'Number of unread conversations, at most 100',
    access: 'admin',
    needs: 'messages.answer',
    rate: 'read',
    response: z.object({ unread: z.number().int() }),
  },
  getConversation: {
    method: 'GET',
    path: '/conversations/:id',
    summary: 'One conversation with its messages, oldest first',
    access: 'admin',
    needs: 'messages.answer',
    rate: 'read',
    params: idParams,
    response: thread,
  },
  answerConversation: {
    method: 'POST',
    path: '/conversations/:id/messages',
    summary: 'Answer a customer; the answer is mailed',
    access: 'admin',
    needs: 'messages.answer',
    rate: 'write',
    params: idParams,
    body: z.object({
      text: requiredText(maxMessageLength, 'Write something first'),
      /** Newest message that the caller has seen: after a newer one the answer is rejected. */
      lastMessageId: text(200).optional(),
    }),
    response: thread,
    status: 201,
  },
  changeConversation: {
    method: 'PUT',
    path: '/conversations/:id',
    summary: 'Close or reopen a conversation, or mark it as read or unread',
    access: 'admin',
    needs: 'messages.answer',
    rate: 'write',
    params: idParams,
    body: z.object({ isClosed: z.boolean().optional(), isUnread: z.boolean().optional() }),
    response: thread,
  },
});
