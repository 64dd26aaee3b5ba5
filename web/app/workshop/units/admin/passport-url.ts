/** Returns the public address of a passport; call it in the browser only. */
export const passportUrl = (token: string) => `${window.location.origin}/device/${token}`;
