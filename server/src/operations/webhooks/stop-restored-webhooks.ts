/** Statement that switches the webhooks of a restored shop off: a copy must not tell others about itself. */
export const stopRestoredWebhooks = `update webhooks set enabled = false,
  disabled_reason = 'Restored from a backup. Switch it on in the shop that customers use.' where enabled`;
