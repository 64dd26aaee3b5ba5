import { addressEndpoints } from './addresses.ts';
import { alertEndpoints } from './alerts.ts';
import { analyticsEndpoints } from './analytics.ts';
import { auditEndpoints } from './audit.ts';
import { cartEndpoints } from './cart.ts';
import { catalogEndpoints } from './catalog/catalog.ts';
import { catalogAdminEndpoints } from './catalog/catalog-admin.ts';
import { draftEndpoints } from './catalog/drafts.ts';
import { familyAdminEndpoints } from './catalog/family-admin.ts';
import { feedEndpoints } from './catalog/feeds.ts';
import { shopExportEndpoints } from './catalog/shop-export.ts';
import { channelEndpoints } from './channels/channel.ts';
import { channelOrderEndpoints } from './channels/channel-orders.ts';
import { ebayEndpoints } from './channels/ebay.ts';
import { listingEndpoints } from './channels/listings.ts';
import { conversationEndpoints } from './conversations.ts';
import { customerImportEndpoints } from './customers/customer-imports.ts';
import { customerEndpoints } from './customers/customers.ts';
import { discountEndpoints } from './discounts/discounts.ts';
import { editedGradingEndpoints } from './grading/edited-grading.ts';
import { gradingEndpoints } from './grading/grading.ts';
import { identityEndpoints } from './identity/identity.ts';
import { passkeyEndpoints } from './identity/passkeys.ts';
import { stepUpEndpoints } from './identity/step-up.ts';
import { twoFactorEndpoints } from './identity/two-factor.ts';
import { importEndpoints } from './imports.ts';
import { integrityEndpoints } from './integrity.ts';
import { jobEndpoints } from './jobs.ts';
import { lotEndpoints } from './lots/lots.ts';
import { maintenanceEndpoints } from './maintenance.ts';
import { mediaEndpoints } from './media.ts';
import { newsletterEndpoints } from './newsletter.ts';
import { notificationEndpoints } from './notifications.ts';
import { backupEndpoints } from './operations/backups.ts';
import { arrivalEndpoints } from './orders/arrivals.ts';
import { invoiceEndpoints } from './orders/invoices.ts';
import { orderCostEndpoints } from './orders/order-costs.ts';
import { orderEditEndpoints } from './orders/order-edits.ts';
import { orderEndpoints } from './orders/orders.ts';
import { packingEndpoints } from './orders/packing.ts';
import { pastOrderEndpoints } from './orders/past-orders.ts';
import { pickListEndpoints } from './orders/pick-list.ts';
import { pageTextEndpoints } from './page-texts.ts';
import { paymentEndpoints } from './payments/payments.ts';
import { privacyEndpoints } from './privacy.ts';
import { reviewEndpoints } from './reviews/reviews.ts';
import { searchAnalyticsEndpoints } from './search/search-analytics.ts';
import { synonymEndpoints } from './search/synonyms.ts';
import { settingsEndpoints } from './settings.ts';
import { setupEndpoints } from './setup.ts';
import { carrierAccountEndpoints } from './shipping/carrier-account.ts';
import { checkoutRateEndpoints } from './shipping/checkout-rates.ts';
import { labelEndpoints } from './shipping/labels.ts';
import { modelSizeEndpoints } from './shipping/parcel.ts';
import { unitActEndpoints } from './units/acts.ts';
import { benchEndpoints } from './units/bench.ts';
import { deviceChoiceEndpoints } from './units/device-choice.ts';
import { modelCodeEndpoints } from './units/model-codes.ts';
import { passportEndpoints } from './units/passport.ts';
import { photoTicketEndpoints } from './units/photo-tickets.ts';
import { pricingEndpoints } from './units/pricing.ts';
import { repairEndpoints } from './units/repairs.ts';
import { stockTakeEndpoints } from './units/stock-takes.ts';
import { testReportEndpoints } from './units/test-reports.ts';
import { trackingEndpoints } from './units/tracking.ts';
import { unitPhotoEndpoints } from './units/unit-photos.ts';
import { unitEndpoints } from './units/units.ts';
import { webhookEndpoints } from './webhooks/webhooks.ts';
import { wishlistEndpoints } from './wishlist.ts';

/** All API endpoints by name, used by the server, the clients and the API reference. */
export const allEndpoints = {
  ...identityEndpoints,
  ...twoFactorEndpoints,
  ...stepUpEndpoints,
  ...passkeyEndpoints,
  ...addressEndpoints,
  ...catalogEndpoints,
  ...catalogAdminEndpoints,
  ...draftEndpoints,
  ...familyAdminEndpoints,
  ...synonymEndpoints,
  ...searchAnalyticsEndpoints,
  ...reviewEndpoints,
  ...wishlistEndpoints,
  ...alertEndpoints,
  ...cartEndpoints,
  ...discountEndpoints,
  ...orderEndpoints,
  ...orderEditEndpoints,
  ...invoiceEndpoints,
  ...arrivalEndpoints,
  ...packingEndpoints,
  ...pickListEndpoints,
  ...deviceChoiceEndpoints,
  ...modelCodeEndpoints,
  ...testReportEndpoints,
  ...pricingEndpoints,
  ...paymentEndpoints,
  ...jobEndpoints,
  ...settingsEndpoints,
  ...feedEndpoints,
  ...pageTextEndpoints,
  ...maintenanceEndpoints,
  ...backupEndpoints,
  ...mediaEndpoints,
  ...importEndpoints,
  ...shopExportEndpoints,
  ...pastOrderEndpoints,
  ...customerImportEndpoints,
  ...modelSizeEndpoints,
  ...carrierAccountEndpoints,
  ...labelEndpoints,
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
  ...conversationEndpoints,
  ...webhookEndpoints,
};

export type AllEndpoints = typeof allEndpoints;
