export const webhooksKey = ['webhooks'];
export const deliveriesKey = (webhookId: string) => ['webhooks', webhookId, 'deliveries'];
