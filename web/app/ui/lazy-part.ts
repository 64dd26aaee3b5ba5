import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * Lazy component of a page. If its script cannot be fetched, the part stays as the server rendered it until the page is
 * loaded again: a failed import would replace the whole page by an error, and browsers remember it.
 */
export const lazyPart = <Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => load().catch(() => new Promise(() => {})));
