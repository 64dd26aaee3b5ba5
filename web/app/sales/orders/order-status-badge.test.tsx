import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Badge } from '../../ui/badge.tsx';
import { OrderStatusBadge } from './order-status-badge.tsx';

test('an unknown status is shown unchanged in gray', () => {
  expect(renderToStaticMarkup(<OrderStatusBadge status="on hold" />)).toBe(
    renderToStaticMarkup(<Badge tone="neutral">on hold</Badge>),
  );
  expect(renderToStaticMarkup(<OrderStatusBadge status="delivered" />)).toBe(
    renderToStaticMarkup(<Badge tone="good">Delivered</Badge>),
  );
});
