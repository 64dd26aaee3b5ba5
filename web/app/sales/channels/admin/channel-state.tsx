import type { Channel } from '@reprise/contract/sales/channels/channel';
import { StatusDot } from '../../../ui/status-dot.tsx';

/** Shows what a channel does, or what it needs next. */
export function ChannelState({ channel }: { channel: Channel }) {
  const { account, isReady, enabled, failure } = channel;
  if (account.state === 'unreadable') return <StatusDot tone="bad">The keys cannot be read</StatusDot>;
  if (account.state === 'missing') return <StatusDot tone="warn">Not connected</StatusDot>;
  if (!isReady) return <StatusDot tone="warn">Settings are missing</StatusDot>;
  if (!enabled) return <StatusDot>Off</StatusDot>;
  if (failure !== '') return <StatusDot tone="bad">Has a problem</StatusDot>;
  return <StatusDot tone="good">{account.isTest ? 'On, in the sandbox' : 'On'}</StatusDot>;
}
