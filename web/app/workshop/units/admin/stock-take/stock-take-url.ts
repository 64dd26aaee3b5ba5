/** Address of the stock-takes, or of one of them. */
export const stockTakeUrl = (id = 'all') => `/admin/units?stock-take=${id}`;

/** Name of the counted bin, for sentences. */
export const countedPlace = (place: string) => (place === '' ? 'all devices' : `bin ${place}`);
