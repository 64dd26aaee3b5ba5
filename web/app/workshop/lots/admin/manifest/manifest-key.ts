/** Query key of the check of a lot's manifest. */
export const manifestKey = (lotId: string) => ['lots', 'manifest', lotId];
