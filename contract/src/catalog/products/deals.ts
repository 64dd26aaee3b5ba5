/** Families that the deals have at most. */
export const maxDeals = 48;
/** Least saving of a deal against its price when new, in percent. A sale is a deal at any price. */
export const minDealSaving = 20;
