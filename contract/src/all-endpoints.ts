import { alertEndpoints } from './catalog/alerts.ts';
import { feedEndpoints } from './catalog/feeds.ts';
import { editedGradingEndpoints } from './catalog/grading/edited-grading.ts';
import { gradingEndpoints } from './catalog/grading/grading.ts';
import { bulkChangeEndpoints } from './catalog/products/bulk-changes.ts';
import { draftEndpoints } from './catalog/products/drafts.ts';
import { familyAdminEndpoints } from './catalog/products/family-admin.ts';
import { catalogEndpoints } from './catalog/products/products.ts';
import { catalogAdminEndpoints } from './catalog/products/products-admin.ts';
import { synonymEndpoints } from './catalog/products/synonyms.ts';
import { returnPolicyEndpoints } from './catalog/return-policies.ts';
import { reviewEndpoints } from './catalog/reviews/reviews.ts';
import { wishlistEndpoints } from './catalog/wishlist.ts';
import { mediaEndpoints } from './foundations/media.ts';
import { notificationEndpoints } from './foundations/notifications/notifications.ts';
import { pageTextEndpoints } from './foundations/page-texts.ts';
import { settingsEndpoints } from './foundations/settings.ts';
import { customerImportEndpoints } from './moving-in/customer-imports.ts';
import { importEndpoints } from './moving-in/imports.ts';
import { shopExportEndpoints } from './moving-in/shop-export.ts';
import { analyticsEndpoints } from './operations/analytics.ts';
import { auditEndpoints } from './operations/audit-log.ts';
import { backupEndpoints } from './operations/backup.ts';
import { jobEndpoints } from './operations/dead-letters.ts';
import { integrityEndpoints } from './operations/integrity.ts';
import { maintenanceEndpoints } from './operations/maintenance.ts';
import { openingEndpoints } from './operations/opening.ts';
import { setupEndpoints } from './operations/setup.ts';
import { webhookEndpoints } from './operations/webhooks/webhooks.ts';
import { addressEndpoints } from './people/addresses.ts';
import { customerRecordEndpoints } from './people/customer-records.ts';
import { customerEndpoints } from './people/customers.ts';
import { identityEndpoints } from './people/identity/identity.ts';
import { passkeyEndpoints } from './people/identity/passkeys.ts';
import { stepUpEndpoints } from './people/identity/step-up.ts';
import { twoFactorEndpoints } from './people/identity/two-factor.ts';
import { newsletterEndpoints } from './people/newsletter.ts';
import { privacyEndpoints } from './people/privacy.ts';
import { cartEndpoints } from './sales/cart.ts';
import { channelOrderEndpoints } from './sales/channel-orders.ts';
import { channelEndpoints } from './sales/channels/channel.ts';
import { ebayEndpoints } from './sales/channels/ebay.ts';
import { listingEndpoints } from './sales/channels/listings.ts';
import { conversationEndpoints } from './sales/conversations.ts';
import { discountEndpoints } from './sales/discounts/discounts.ts';
import { addressFormEndpoints } from './sales/orders/address-forms.ts';
import { arrivalEndpoints } from './sales/orders/arrivals.ts';
import { draftOrderEndpoints } from './sales/orders/draft-orders.ts';
import { invoiceEndpoints } from './sales/orders/invoices.ts';
import { orderCostEndpoints } from './sales/orders/order-costs.ts';
import { orderEditEndpoints } from './sales/orders/order-edits.ts';
import { orderEndpoints } from './sales/orders/orders.ts';
import { packingEndpoints } from './sales/orders/packing.ts';
import { orderParcelEndpoints } from './sales/orders/parcels.ts';
import { pickListEndpoints } from './sales/orders/pick-list.ts';
import { carrierAccountEndpoints } from './sales/orders/shipping/carrier-account.ts';
import { checkoutRateEndpoints } from './sales/orders/shipping/checkout-rates.ts';
import { labelEndpoints } from './sales/orders/shipping/labels.ts';
import { modelSizeEndpoints } from './sales/orders/shipping/parcel.ts';
import { pastOrderEndpoints } from './sales/past-orders.ts';
import { paymentEndpoints } from './sales/payments/payments.ts';
import { returnSettingsEndpoints } from './sales/returns/return-settings.ts';
import { returnEndpoints } from './sales/returns/returns.ts';
import { searchAnalyticsEndpoints } from './sales/search-analytics/search-analytics.ts';
import { lotEndpoints } from './workshop/lots/lots.ts';
import { unitActEndpoints } from './workshop/units/acts.ts';
import { benchEndpoints } from './workshop/units/bench.ts';
import { deviceChoiceEndpoints } from './workshop/units/device-choice.ts';
import { modelCodeEndpoints } from './workshop/units/model-codes.ts';
import { passportEndpoints } from './workshop/units/passport.ts';
import { photoTicketEndpoints } from './workshop/units/photo-tickets.ts';
import { pricingEndpoints } from './workshop/units/pricing.ts';
import { repairEndpoints } from './workshop/units/repairs.ts';
import { stockTakeEndpoints } from './workshop/units/stock-takes.ts';
import { testReportEndpoints } from './workshop/units/test-reports.ts';
import { trackingEndpoints } from './workshop/units/tracking.ts';
import { unitPhotoEndpoints } from './workshop/units/unit-photos.ts';
import { unitEndpoints } from './workshop/units/units.ts';

/** All API endpoints by name, used by the server, the clients and the API reference. */
export const allEndpoints = {
  ...identityEndpoints,
  ...twoFactorEndpoints,
  ...stepUpEndpoints,
  ...passkeyEndpoints,
  ...addressEndpoints,
  ...catalogEndpoints,
  ...catalogAdminEndpoints,
  ...bulkChangeEndpoints,
  ...draftEndpoints,
  ...familyAdminEndpoints,
  ...synonymEndpoints,
  ...searchAnalyticsEndpoints,
  ...reviewEndpoints,
  ...wishlistEndpoints,
  ...returnPolicyEndpoints,
  ...alertEndpoints,
  ...cartEndpoints,
  ...discountEndpoints,
  ...orderEndpoints,
  ...orderEditEndpoints,
  ...draftOrderEndpoints,
  ...invoiceEndpoints,
  ...arrivalEndpoints,
  ...packingEndpoints,
  ...orderParcelEndpoints,
  ...pickListEndpoints,
  ...deviceChoiceEndpoints,
  ...modelCodeEndpoints,
  ...testReportEndpoints,
  ...pricingEndpoints,
  ...paymentEndpoints,
  ...returnEndpoints,
  ...returnSettingsEndpoints,
  ...jobEndpoints,
  ...settingsEndpoints,
  ...feedEndpoints,
  ...pageTextEndpoints,
  ...maintenanceEndpoints,
  ...openingEndpoints,
  ...backupEndpoints,
  ...mediaEndpoints,
  ...importEndpoints,
  ...shopExportEndpoints,
  ...pastOrderEndpoints,
  ...customerImportEndpoints,
  ...modelSizeEndpoints,
  ...carrierAccountEndpoints,
  ...labelEndpoints,
  ...addressFormEndpoints,
  ...checkoutRateEndpoints,
  ...channelEndpoints,
  ...ebayEndpoints,
  ...listingEndpoints,
  ...channelOrderEndpoints,
  ...notificationEndpoints,
  ...newsletterEndpoints,
  ...analyticsEndpoints,
  ...integrityEndpoints,
  ...auditEndpoints,
  ...privacyEndpoints,
  ...lotEndpoints,
  ...unitEndpoints,
  ...benchEndpoints,
  ...repairEndpoints,
  ...unitPhotoEndpoints,
  ...photoTicketEndpoints,
  ...passportEndpoints,
  ...gradingEndpoints,
  ...editedGradingEndpoints,
  ...stockTakeEndpoints,
  ...trackingEndpoints,
  ...orderCostEndpoints,
  ...unitActEndpoints,
  ...setupEndpoints,
  ...customerEndpoints,
  ...customerRecordEndpoints,
  ...conversationEndpoints,
  ...webhookEndpoints,
};

export type AllEndpoints = typeof allEndpoints;
