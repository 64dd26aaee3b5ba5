import type { allEndpoints } from '@reprise/contract/all-endpoints';
import { isDemoAdministratorExposed } from '../../demo/demo-administrator.ts';
import { alertHandlers } from '../catalog/alerts/alerts.routes.ts';
import { feedHandlers } from '../catalog/feeds/feeds.routes.ts';
import { editedGradingHandlers, gradingHandlers, gradingTags } from '../catalog/grading/grading.routes.ts';
import { findEndedPromises } from '../catalog/products/battery-promise.ts';
import { familyAdminHandlers } from '../catalog/products/families/family-admin.routes.ts';
import { modelSizeHandlers } from '../catalog/products/families/model-size.ts';
import { catalogHandlers } from '../catalog/products/products.routes.ts';
import { catalogTags } from '../catalog/products/products.tags.ts';
import { catalogAdminHandlers } from '../catalog/products/products-admin.routes.ts';
import { synonymHandlers } from '../catalog/products/synonyms/synonyms.routes.ts';
import { returnPolicyHandlers, returnPolicyTags } from '../catalog/return-policies/return-policies.routes.ts';
import { reviewHandlers } from '../catalog/reviews/reviews.routes.ts';
import { reviewTags } from '../catalog/reviews/reviews.tags.ts';
import { wishlistHandlers } from '../catalog/wishlist/wishlist.routes.ts';
import type { Deps } from '../deps.ts';
import { mediaHandlers } from '../foundations/media/media.routes.ts';
import { notificationHandlers } from '../foundations/notifications/notifications.routes.ts';
import { pageTextHandlers } from '../foundations/page-texts/page-texts.routes.ts';
import { pageTextTags } from '../foundations/page-texts/page-texts.tags.ts';
import { settingsHandlers } from '../foundations/settings/settings.routes.ts';
import { settingsTags } from '../foundations/settings/settings.tags.ts';
import { customerImportHandlers } from '../moving-in/customer-imports/customer-imports.routes.ts';
import { importHandlers } from '../moving-in/imports/imports.routes.ts';
import { analyticsHandlers } from '../operations/analytics/analytics.routes.ts';
import { analyticsTags } from '../operations/analytics/analytics.tags.ts';
import { auditHandlers } from '../operations/audit-log/audit-log.routes.ts';
import { auditReads } from '../operations/audit-log/audit-reads.ts';
import { backupHandlers } from '../operations/backup/backup.routes.ts';
import { deadLetterHandlers } from '../operations/dead-letters/dead-letters.routes.ts';
import { countDeadLetters } from '../operations/dead-letters/dead-letters.ts';
import { integrityHandlers } from '../operations/integrity/integrity.routes.ts';
import { maintenanceHandlers } from '../operations/maintenance/maintenance.routes.ts';
import { openingHandlers } from '../operations/opening/opening.routes.ts';
import { setupHandlers } from '../operations/setup/setup.routes.ts';
import { webhookHandlers } from '../operations/webhooks/webhooks.routes.ts';
import { addressHandlers } from '../people/addresses/addresses.routes.ts';
import { customerRecordHandlers } from '../people/customer-records/customer-records.routes.ts';
import { customerHandlers } from '../people/customers/customers.routes.ts';
import { identityHandlers } from '../people/identity/identity.routes.ts';
import { passkeyHandlers } from '../people/identity/passkeys/passkeys.routes.ts';
import { stepUpHandlers } from '../people/identity/sessions/step-up.routes.ts';
import { twoFactorHandlers } from '../people/identity/two-factor/two-factor.routes.ts';
import { readUserNames } from '../people/identity/user.queries.ts';
import { newsletterHandlers } from '../people/newsletter/newsletter.routes.ts';
import { privacyHandlers } from '../people/privacy/privacy.routes.ts';
import type { AnyHandler, Handlers } from '../platform/http/endpoint.ts';
import type { TagsByCall } from '../platform/response-cache/cache-dependencies.ts';
import { cartHandlers } from '../sales/cart/cart.routes.ts';
import { channelOrderHandlers } from '../sales/channel-orders/channel-orders.routes.ts';
import { channelHandlers } from '../sales/channels/channels.routes.ts';
import { conversationHandlers } from '../sales/conversations/conversations.routes.ts';
import { discountHandlers } from '../sales/discounts/discounts.routes.ts';
import { orderCostHandlers } from '../sales/orders/costs/order-costs.routes.ts';
import { trackingHandlers } from '../sales/orders/devices/tracking.routes.ts';
import { draftOrderHandlers } from '../sales/orders/drafts/draft-orders.routes.ts';
import { invoiceHandlers } from '../sales/orders/invoices/invoices.routes.ts';
import { orderHandlers } from '../sales/orders/orders.routes.ts';
import { packingHandlers } from '../sales/orders/packing/packing.routes.ts';
import { orderParcelHandlers } from '../sales/orders/parcels/parcels.routes.ts';
import { shippingHandlers } from '../sales/orders/shipping/shipping.routes.ts';
import { pastOrderHandlers } from '../sales/past-orders/past-orders.routes.ts';
import { readPaymentsOf } from '../sales/payments/order-payments.queries.ts';
import { readMoneyOf } from '../sales/payments/payments.queries.ts';
import { paymentHandlers } from '../sales/payments/payments.routes.ts';
import { assertMethodAvailable } from '../sales/payments/processors/redirect-methods.ts';
import { refundApprovals } from '../sales/payments/refunds/refund-approvals.ts';
import { freeOrderSettler } from '../sales/payments/settle-free-order.ts';
import { followReturn } from '../sales/returns/labels/follow-return.ts';
import { recordArrival } from '../sales/returns/receive-return.ts';
import { returnHandlers } from '../sales/returns/returns.routes.ts';
import { searchAnalyticsHandlers } from '../sales/search-analytics/search-analytics.routes.ts';
import { lotHandlers } from '../workshop/lots/lots.routes.ts';
import { unitActHandlers } from '../workshop/units/acts/unit-acts.routes.ts';
import { benchHandlers } from '../workshop/units/bench/bench.routes.ts';
import { countGraded } from '../workshop/units/bench/count-graded.ts';
import { carrierGates } from '../workshop/units/bench/reopen-carrier-gates.ts';
import { gradingGates } from '../workshop/units/bench/reopen-gates.ts';
import { modelCodeHandlers } from '../workshop/units/model-codes.routes.ts';
import { passportHandlers } from '../workshop/units/passport/passport.routes.ts';
import { unitPhotoHandlers } from '../workshop/units/photos/unit-photos.routes.ts';
import { pricingHandlers } from '../workshop/units/pricing/pricing.routes.ts';
import { testReportHandlers } from '../workshop/units/test-reports/test-reports.routes.ts';
import { unitHandlers } from '../workshop/units/units.routes.ts';
import { unitTags } from '../workshop/units/units.tags.ts';
import { orderFilters } from './order-filters.ts';
import {
  emptyAccount,
  guestEraser,
  readCustomerData,
  readPersonalData,
  userEraser,
} from './personal-data.ts';
import { readGuest } from './read-guest.ts';
import { settingsEffects } from './settings-effects.ts';
import { undoStoreReports } from './undo-reports.ts';

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
    ...catalogAdminHandlers(deps, readUserNames),
    ...familyAdminHandlers({ ...deps, gates: carrierGates(deps) }),
    ...synonymHandlers(deps),
    ...searchAnalyticsHandlers(deps),
    ...reviewHandlers(deps),
    ...wishlistHandlers(deps),
    ...returnPolicyHandlers(deps),
    ...alertHandlers(deps),
    ...cartHandlers(deps),
    ...discountHandlers(deps),
    ...orderHandlers(deps, {
      paymentsOf: (db, orderId) => readPaymentsOf(db, orderId, deps),
      moneyOf: readMoneyOf,
      refundApprovals: refundApprovals(deps),
      settleFreeOrder: freeOrderSettler(deps),
      filters: orderFilters,
    }),
    ...draftOrderHandlers(deps, freeOrderSettler(deps)),
    ...invoiceHandlers(deps),
    ...paymentHandlers(deps),
    ...deadLetterHandlers(deps),
    ...settingsHandlers(deps, (method) => assertMethodAvailable(deps, method), settingsEffects),
    ...feedHandlers(deps),
    ...pageTextHandlers(deps),
    ...maintenanceHandlers(deps),
    ...openingHandlers(deps),
    ...backupHandlers(deps),
    ...mediaHandlers(deps),
    ...importHandlers(deps),
    ...pastOrderHandlers(deps),
    ...customerImportHandlers(deps),
    ...modelSizeHandlers(deps),
    ...shippingHandlers(deps, followReturn),
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
    ...orderParcelHandlers(deps, refundApprovals(deps)),
    ...trackingHandlers(deps, recordArrival(deps)),
    ...returnHandlers(deps),
    ...unitActHandlers(deps),
    ...orderCostHandlers(deps, { paymentsOf: (db, orderId) => readPaymentsOf(db, orderId, deps) }),
    ...setupHandlers(deps),
    ...customerHandlers(deps),
    ...customerRecordHandlers(deps, { readCustomerData, eraseGuest: guestEraser(deps) }),
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
  ...returnPolicyTags,
  ...settingsTags,
  ...pageTextTags,
  ...analyticsTags,
  ...unitTags,
  ...gradingTags,
} satisfies TagsByCall;
