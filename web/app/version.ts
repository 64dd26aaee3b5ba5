import { version } from '../package.json';

/** The shop's version, as the footer names it. */
export const appVersion: string = version;
