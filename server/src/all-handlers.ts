import type { allEndpoints } from '@reprise/contract/all-endpoints';
import { isDemoAdministratorExposed } from '../demo/demo-administrator.ts';
import { addressHandlers } from './addresses/addresses.routes.ts';
import { alertHandlers } from './alerts/alerts.routes.ts';
import { analyticsHandlers } from './analytics/analytics.routes.ts';
import { analyticsTags } from './analytics/analytics.tags.ts';
import { auditHandlers } from './audit/audit.routes.ts';
import { auditReads } from './audit/audit-reads.ts';
import { backupHandlers } from './backup/backup.routes.ts';
import { cartHandlers } from './cart/cart.routes.ts';
import { findEndedPromises } from './catalog/battery-promise.ts';
import { catalogHandlers } from './catalog/catalog.routes.ts';
import { catalogTags } from './catalog/catalog.tags.ts';
import { catalogAdminHandlers } from './catalog/catalog-admin.routes.ts';
import { familyAdminHandlers } from './catalog/families/family-admin.routes.ts';
import { modelSizeHandlers } from './catalog/families/model-size.ts';
import { synonymHandlers } from './catalog/synonyms/synonyms.routes.ts';
import { channelOrderHandlers } from './channel-orders/channel-orders.routes.ts';
import { channelHandlers } from './channels/channels.routes.ts';
import { conversationHandlers } from './conversations/conversations.routes.ts';
import { customerImportHandlers } from './customer-imports/customer-imports.routes.ts';
import { customerHandlers } from './customers/customers.routes.ts';
import { deadLetterHandlers } from './dead-letters/dead-letters.routes.ts';
import { countDeadLetters } from './dead-letters/dead-letters.ts';
import type { Deps } from './deps.ts';
import { discountHandlers } from './discounts/discounts.routes.ts';
import { feedHandlers } from './feeds/feeds.routes.ts';
import { editedGradingHandlers, gradingHandlers, gradingTags } from './grading/grading.routes.ts';
import { identityHandlers } from './identity/identity.routes.ts';
import { passkeyHandlers } from './identity/passkeys/passkeys.routes.ts';
import { stepUpHandlers } from './identity/sessions/step-up.routes.ts';
import { twoFactorHandlers } from './identity/two-factor/two-factor.routes.ts';
import { importHandlers } from './imports/imports.routes.ts';
import { integrityHandlers } from './integrity/integrity.routes.ts';
import { lotHandlers } from './lots/lots.routes.ts';
import { maintenanceHandlers } from './maintenance/maintenance.routes.ts';
import { mediaHandlers } from './media/media.routes.ts';
import { newsletterHandlers } from './newsletter/newsletter.routes.ts';
import { notificationHandlers } from './notifications/notifications.routes.ts';
import { orderCostHandlers } from './orders/costs/order-costs.routes.ts';
import { trackingHandlers } from './orders/devices/tracking.routes.ts';
import { invoiceHandlers } from './orders/invoices/invoices.routes.ts';
import { orderHandlers } from './orders/orders.routes.ts';
import { packingHandlers } from './orders/packing/packing.routes.ts';
import { shippingHandlers } from './orders/shipping/shipping.routes.ts';
import { pageTextHandlers } from './page-texts/page-texts.routes.ts';
import { pageTextTags } from './page-texts/page-texts.tags.ts';
import { pastOrderHandlers } from './past-orders/past-orders.routes.ts';
import { readMoneyOf, readPaymentsOf } from './payments/payments.queries.ts';
import { paymentHandlers } from './payments/payments.routes.ts';
import { assertMethodAvailable } from './payments/processors/redirect-methods.ts';
import { refundApprovals } from './payments/refunds/refund-approvals.ts';
import { freeOrderSettler } from './payments/settle-free-order.ts';
import { emptyAccount, guestEraser, readPersonalData, userEraser } from './personal-data.ts';
import type { AnyHandler, Handlers } from './platform/http/endpoint.ts';
import type { TagsByCall } from './platform/response-cache/cache-dependencies.ts';
import { privacyHandlers } from './privacy/privacy.routes.ts';
import { readGuest } from './read-guest.ts';
import { reviewHandlers } from './reviews/reviews.routes.ts';
import { reviewTags } from './reviews/reviews.tags.ts';
import { searchAnalyticsHandlers } from './search-analytics/search-analytics.routes.ts';
import { settingsHandlers } from './settings/settings.routes.ts';
import { settingsTags } from './settings/settings.tags.ts';
import { settingsEffects } from './settings-effects.ts';
import { setupHandlers } from './setup/setup.routes.ts';
import { undoStoreReports } from './undo-reports.ts';
import { unitActHandlers } from './units/acts/unit-acts.routes.ts';
import { benchHandlers } from './units/bench/bench.routes.ts';
import { countGraded } from './units/bench/count-graded.ts';
import { carrierGates } from './units/bench/reopen-carrier-gates.ts';
import { gradingGates } from './units/bench/reopen-gates.ts';
import { modelCodeHandlers } from './units/model-codes.routes.ts';
import { passportHandlers } from './units/passport/passport.routes.ts';
import { unitPhotoHandlers } from './units/photos/unit-photos.routes.ts';
import { pricingHandlers } from './units/pricing/pricing.routes.ts';
import { testReportHandlers } from './units/test-reports/test-reports.routes.ts';
import { unitHandlers } from './units/units.routes.ts';
import { unitTags } from './units/units.tags.ts';
import { webhookHandlers } from './webhooks/webhooks.routes.ts';
import { wishlistHandlers } from './wishlist/wishlist.routes.ts';

/** Returns the handlers of all slices by the name of the call. */
export function allHandlers(deps: Deps): Record<string, AnyHandler> {
  const handlers = {
    ...identityHandlers(deps, {
      emptyAccount,
      erasePersonalData: userEraser(deps),
      readPersonalData,
      undoStoreReports,
    }),
    ...twoFactorHandlers(deps),
    ...stepUpHandlers(deps),
    ...passkeyHandlers(deps),
    ...addressHandlers(deps),
    ...catalogHandlers(deps),
    ...catalogAdminHandlers(deps),
    ...familyAdminHandlers({ ...deps, gates: carrierGates(deps) }),
    ...synonymHandlers(deps),
    ...searchAnalyticsHandlers(deps),
    ...reviewHandlers(deps),
    ...wishlistHandlers(deps),
    ...alertHandlers(deps),
    ...cartHandlers(deps),
    ...discountHandlers(deps),
    ...orderHandlers(deps, {
      paymentsOf: readPaymentsOf,
      moneyOf: readMoneyOf,
      refundApprovals: refundApprovals(deps),
      settleFreeOrder: freeOrderSettler(deps),
    }),
    ...invoiceHandlers(deps),
    ...paymentHandlers(deps),
    ...deadLetterHandlers(deps),
    ...settingsHandlers(deps, (method) => assertMethodAvailable(deps, method), settingsEffects),
    ...feedHandlers(deps),
    ...pageTextHandlers(deps),
    ...maintenanceHandlers(deps),
    ...backupHandlers(deps),
    ...mediaHandlers(deps),
    ...importHandlers(deps),
    ...pastOrderHandlers(deps),
    ...customerImportHandlers(deps),
    ...modelSizeHandlers(deps),
    ...shippingHandlers(deps),
    ...channelHandlers(deps),
    ...channelOrderHandlers(deps),
    ...notificationHandlers(deps),
    ...newsletterHandlers(deps),
    ...analyticsHandlers(deps, () => isDemoAdministratorExposed(deps.db, deps.environment), countDeadLetters),
    ...integrityHandlers(deps),
    ...auditHandlers(deps),
    ...unitHandlers(deps),
    ...lotHandlers(deps),
    ...benchHandlers(deps),
    ...unitPhotoHandlers(deps),
    ...modelCodeHandlers(deps),
    ...testReportHandlers(deps),
    ...pricingHandlers(deps),
    ...passportHandlers(deps),
    ...gradingHandlers(deps),
    ...editedGradingHandlers(deps, { countGraded, findEndedPromises, gates: gradingGates(deps) }),
    ...packingHandlers(deps),
    ...trackingHandlers(deps),
    ...unitActHandlers(deps),
    ...orderCostHandlers(deps, { paymentsOf: readPaymentsOf }),
    ...setupHandlers(deps),
    ...customerHandlers(deps),
    ...conversationHandlers(deps),
    ...webhookHandlers(deps),
    ...privacyHandlers(deps, { readGuest, eraseGuest: guestEraser(deps) }),
  } satisfies Handlers<typeof allEndpoints>;
  return auditReads(handlers, deps);
}

/** Tags of results by the name of the call. Calls without an entry are never cached. */
export const allTags = {
  ...catalogTags,
  ...reviewTags,
  ...settingsTags,
  ...pageTextTags,
  ...analyticsTags,
  ...unitTags,
  ...gradingTags,
} satisfies TagsByCall;
