import { text } from '../wire.ts';

const originError = 'Enter addresses such as https://stock.example.com, without a path';

/** True for an origin as browsers send it; http only for this machine. */
function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, origin } = new URL(value);
  return origin === value && (protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost'));
}

/** Origin of a website. */
export const origin = text(200)
  .refine(isOrigin, originError)
  .meta({ pattern: `^(https://([a-z0-9]+[.-])*[a-z]+|http://localhost)(:[1-9][0-9]{3})?$` });
