/** First three digits of the ZIP codes of each state. */
const ranges =
  'AL 350-369, AK 995-999, AZ 850-865, AR 716-729, CA 900-961, CO 800-816, CT 060-069, DE 197-199, DC 200-205, DC 569-569, FL 320-349, GA 300-319, GA 398-399, HI 967-968, ID 832-838, IL 600-629, IN 460-479, IA 500-528, KS 660-679, KY 400-427, LA 700-714, ME 039-049, MD 206-219, MA 010-027, MA 055-055, MI 480-499, MN 550-567, MS 386-397, MO 630-658, MT 590-599, NE 680-693, NV 889-898, NH 030-038, NJ 070-089, NM 870-884, NY 005-005, NY 063-063, NY 100-149, NC 270-289, ND 580-588, OH 430-459, OK 730-749, OR 970-979, PA 150-196, RI 028-029, SC 290-299, SD 570-577, TN 370-385, TX 733-733, TX 750-799, TX 885-885, UT 840-847, VT 050-059, VA 201-201, VA 220-246, WA 980-994, WV 247-268, WI 530-549, WY 820-831, WY 834-834';

/** True unless the ZIP code belongs to another state; true for states without a range, such as those of the armed forces. */
export function isZipCodeOf(state: string, zipCode: string): boolean {
  const own = ranges.split(', ').filter((range) => range.startsWith(`${state} `));
  const digits = zipCode.slice(0, 3);
  return own.length === 0 || own.some((range) => digits >= range.slice(3, 6) && digits <= range.slice(7));
}

/** Returns the state that a ZIP code belongs to; undefined for one of no state. */
export function stateOfZipCode(zipCode: string): string | undefined {
  const digits = /^\d{3}(?=\d{2}(?:-?\d{4})?$)/.exec(zipCode)?.[0];
  if (digits === undefined) return undefined;
  const range = ranges.split(', ').find((one) => digits >= one.slice(3, 6) && digits <= one.slice(7));
  return range?.slice(0, 2);
}

/** Provinces by the first letter of their postal codes; X is that of two territories. */
const provinces: Record<string, string> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  Y: 'YT',
};

/** Returns the province that a Canadian postal code belongs to; undefined for one of no province. */
export function provinceOfPostalCode(postalCode: string): string | undefined {
  const [, letter = '', digits = ''] = /^([A-Z])(\d[A-Z]) ?-?\d[A-Z]\d$/.exec(postalCode.toUpperCase()) ?? [];
  if (letter === 'X') return /^0[ABC]$/.test(digits) ? 'NU' : 'NT';
  return provinces[letter];
}
