import type { conversationEndpoints } from '@reprise/contract/sales/conversations';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { answerConversation, changeConversation } from './answer-conversation.ts';
import {
  countUnread,
  listConversations,
  listOwnConversations,
  readConversation,
} from './conversations.queries.ts';
import { sendSupportMessage, writeToStore } from './start-conversation.ts';

export function conversationHandlers(deps: Deps): Handlers<typeof conversationEndpoints> {
  const { db } = deps;
  return {
    sendSupportMessage: ({ body }) => sendSupportMessage(deps, body).then(() => ({})),
    writeToStore: ({ body }, context) => writeToStore(deps, requireCaller(context), body).then(() => ({})),
    listOwnConversations: async (_input, context) => ({
      conversations: await listOwnConversations(db, requireCaller(context)),
    }),
    listConversations: ({ query = {} }) => listConversations(db, query),
    countUnreadConversations: async () => ({ unread: await countUnread(db) }),
    getConversation: ({ params }) => readConversation(db, params.id),
    answerConversation: async ({ params, body }, context) => {
      await answerConversation(deps, params.id, body, requireCaller(context).userId);
      return readConversation(db, params.id);
    },
    changeConversation: async ({ params, body }, context) => {
      await changeConversation(deps, params.id, body, requireCaller(context).userId);
      return readConversation(db, params.id);
    },
  };
}
