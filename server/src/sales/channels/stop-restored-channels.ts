/** Statement that switches the sales channels of a restored shop off: two shops must not sell in one account. */
export const stopRestoredChannels = `update channels set enabled = false,
  failure = 'Restored from a backup. Switch it on in the shop that customers use.' where enabled`;
