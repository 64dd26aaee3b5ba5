/** Base path of the API on the shop's own origin. The only reader of VITE_API_URL. */
export const apiBase: string = import.meta.env.VITE_API_URL ?? '/api';
