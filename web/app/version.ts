import { version } from '../package.json';

/** Version shown in the footer. */
export const appVersion: string = version;
