import { formatDateTime } from '../../../formats.ts';
import type { LoadedContext } from './order-context.ts';
import { OrderSection } from './order-section.tsx';

/** Messages of the customer about the order; nothing without any. */
export function OrderMessages({ background }: { background: LoadedContext }) {
  const messages = background.data?.messages ?? [];
  if (messages.length === 0) return null;
  return (
    <OrderSection title="Messages from the customer">
      <ul className="grid gap-2">
        {messages.map(({ id, text, createdAt }) => (
          <li key={id} className="rounded-control bg-warn-tint px-3 py-2 text-sm">
            <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
            <p className="mt-1 text-ink-muted text-xs">
              <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
            </p>
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}
