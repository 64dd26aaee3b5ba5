/** Id of the part of a product page where the exact device is chosen. */
export const devicesAnchor = 'devices';
