import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * Lazy component that its page works without: it renders nothing if its script cannot be fetched. Otherwise typing or
 * scrolling offline would replace the page by an error.
 */
export function lazyOptional<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => load().catch(() => ({ default: () => null })));
}
