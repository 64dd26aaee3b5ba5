import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

const development = process.env.NODE_ENV === 'development';

/** The map of the product: every address and the file that answers it. */
export default [
  layout('layouts/storefront/storefront-layout.tsx', [
    index('features/catalog/home-page.tsx'),
    route('products', 'features/catalog/products-page.tsx'),
    route('product/:id', 'features/catalog/product-page.tsx'),
    route('search', 'features/catalog/search-page.tsx'),
    route('categories', 'features/catalog/categories-page.tsx'),
    route('deals', 'features/catalog/deals-page.tsx'),
    route('compare', 'features/compare/compare-page.tsx'),
    route('wishlist', 'features/wishlist/wishlist-page.tsx'),
    route('alerts/stop', 'features/alerts/stop-alert-page.tsx'),
    route('warranty', 'features/settings/warranty-page.tsx'),
    route('support', 'features/settings/support-page.tsx'),
    route('shipping', 'features/settings/shipping-page.tsx'),
    route('returns', 'features/settings/returns-page.tsx'),
    route('privacy', 'features/settings/privacy-page.tsx'),
    route('terms', 'features/settings/terms-page.tsx'),
    route('cookies', 'features/settings/cookies-page.tsx'),
    ...(development ? [route('dev/ui', 'ui/gallery/gallery-page.tsx')] : []),
    route('cart', 'features/cart/cart-page.tsx'),
    route('checkout', 'features/checkout/checkout-page.tsx'),
    route('order-confirmation', 'features/checkout/confirmation-page.tsx'),
    route('login', 'features/identity/login-page.tsx'),
    route('register', 'features/identity/register-page.tsx'),
    route('forgot-password', 'features/identity/forgot-password-page.tsx'),
    route('reset-password', 'features/identity/reset-password-page.tsx'),
    route('profile', 'features/identity/profile-page.tsx'),
    route('orders', 'features/orders/orders-page.tsx'),
    route('orders/:id', 'features/orders/order-page.tsx'),
    route('track', 'features/orders/track-page.tsx'),
    route('*', 'layouts/missing-page.tsx'),
  ]),
  route('admin', 'layouts/admin/admin-layout.tsx', [
    index('features/analytics/admin/admin-dashboard-page.tsx'),
    route('products', 'features/catalog/admin/admin-products-page.tsx'),
    route('categories', 'features/catalog/admin/admin-categories-page.tsx'),
    route('orders', 'features/orders/admin/admin-orders-page.tsx'),
    route('users', 'features/identity/admin/admin-users-page.tsx'),
    route('settings', 'features/settings/admin/admin-settings-page.tsx'),
    route('reviews', 'features/reviews/admin/admin-reviews-page.tsx'),
    route('mailbox', 'features/notifications/admin/admin-mailbox-page.tsx'),
  ]),
  route('dev/mailbox', 'features/notifications/admin/dev-mailbox-page.tsx'),
] satisfies RouteConfig;
