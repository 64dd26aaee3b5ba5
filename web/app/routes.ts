import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** The map of the product: every address and the file that answers it. */
export default [
  layout('layouts/storefront/storefront-layout.tsx', [
    index('features/catalog/home-page.tsx'),
    route('*', 'layouts/missing-page.tsx'),
  ]),
] satisfies RouteConfig;
