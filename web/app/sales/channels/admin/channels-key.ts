export const channelsKey = ['channels'];
export const listingsKey = (channel: string) => ['channel-listings', channel];
