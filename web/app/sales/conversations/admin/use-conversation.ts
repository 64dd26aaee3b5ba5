import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../api/browser-api.ts';

const minuteMs = 60_000;

/** Loads the number of unread conversations each minute. */
export function useUnreadConversations(enabled: boolean): number {
  const { data } = useQuery({
    queryKey: ['conversations', 'unread'],
    queryFn: () => api.countUnreadConversations(),
    refetchInterval: minuteMs,
    enabled,
  });
  return data?.unread ?? 0;
}

/** Loads a conversation, marks it as read, and changes it. */
export function useConversation(id: string) {
  const queries = useQueryClient();
  const queryKey = ['conversation', id];
  const thread = useQuery({
    queryKey,
    queryFn: () => api.getConversation({ params: { id } }),
    refetchInterval: minuteMs,
  });
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey }),
      queries.invalidateQueries({ queryKey: ['conversations'] }),
      queries.invalidateQueries({ queryKey: ['order'] }),
    ]);
  const change = useMutation({
    mutationFn: (body: { isClosed?: boolean; isUnread?: boolean }) =>
      api.changeConversation({ params: { id }, body }),
    onSettled: refresh,
  });
  const answer = useMutation({
    mutationFn: (body: { text: string; lastMessageId?: string | undefined }) =>
      api.answerConversation({ params: { id }, body }),
    onSettled: refresh,
  });
  const isUnread = thread.data?.conversation.isUnread ?? false;
  const { mutate } = change;
  useEffect(() => {
    if (isUnread) mutate({ isUnread: false });
  }, [isUnread, mutate]);
  return { thread, change, answer };
}
