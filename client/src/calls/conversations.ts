import { conversationEndpoints } from '@reprise/contract/conversations';
import { type Call, defineCall } from '../define-call.ts';

/** Send a message to the store; both sides get a mail: `POST /support/messages` */
export const sendSupportMessage: Call<typeof conversationEndpoints.sendSupportMessage> = /* @__PURE__ */ defineCall(conversationEndpoints.sendSupportMessage);

/** Latest conversations of the caller with the store: `GET /support/conversations` */
export const listOwnConversations: Call<typeof conversationEndpoints.listOwnConversations> = /* @__PURE__ */ defineCall(conversationEndpoints.listOwnConversations);

/** Write to the store from an account; continues the conversation that is not closed: `POST /support/conversations` */
export const writeToStore: Call<typeof conversationEndpoints.writeToStore> = /* @__PURE__ */ defineCall(conversationEndpoints.writeToStore);

/** Conversations with customers, latest message first: `GET /conversations` */
export const listConversations: Call<typeof conversationEndpoints.listConversations> = /* @__PURE__ */ defineCall(conversationEndpoints.listConversations);

/** Number of unread conversations, at most 100: `GET /conversations/unread` */
export const countUnreadConversations: Call<typeof conversationEndpoints.countUnreadConversations> = /* @__PURE__ */ defineCall(conversationEndpoints.countUnreadConversations);

/** One conversation with its messages, oldest first: `GET /conversations/:id` */
export const getConversation: Call<typeof conversationEndpoints.getConversation> = /* @__PURE__ */ defineCall(conversationEndpoints.getConversation);

/** Answer a customer; the answer is mailed: `POST /conversations/:id/messages` */
export const answerConversation: Call<typeof conversationEndpoints.answerConversation> = /* @__PURE__ */ defineCall(conversationEndpoints.answerConversation);

/** Close or reopen a conversation, or mark it as read or unread: `PUT /conversations/:id` */
export const changeConversation: Call<typeof conversationEndpoints.changeConversation> = /* @__PURE__ */ defineCall(conversationEndpoints.changeConversation);
