import { provinceOfPostalCode, stateOfZipCode } from './zip-code-states.ts';

/** Codes and names of the states of countries that have a list of them, in the order of their names. */
const states: Record<string, [code: string, name: string][]> = {
  'United States': listOf(
    'AL Alabama, AK Alaska, AS American Samoa, AZ Arizona, AR Arkansas, AA Armed Forces Americas, AE Armed Forces Europe, AP Armed Forces Pacific, CA California, CO Colorado, CT Connecticut, DE Delaware, DC District of Columbia, FL Florida, GA Georgia, GU Guam, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MH Marshall Islands, MD Maryland, MA Massachusetts, MI Michigan, FM Micronesia, MN Minnesota, MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York, NC North Carolina, ND North Dakota, MP Northern Mariana Islands, OH Ohio, OK Oklahoma, OR Oregon, PW Palau, PA Pennsylvania, PR Puerto Rico, RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, VI U.S. Virgin Islands, UT Utah, VT Vermont, VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming',
  ),
  Canada: listOf(
    'AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador, NT Northwest Territories, NS Nova Scotia, NU Nunavut, ON Ontario, PE Prince Edward Island, QC Quebec, SK Saskatchewan, YT Yukon',
  ),
};

function listOf(text: string): [code: string, name: string][] {
  return text.split(', ').map((state) => [state.slice(0, 2), state.slice(3)]);
}

/** Spellings beside code and name, without points and accents. */
const spellings: Record<string, string> = {
  'United States':
    'AL ala, AZ ariz, AR ark, CA calif, CA cal, CO colo, CT conn, DE del, DC washington dc, DC washington d c, FL fla, IL ill, IN ind, KS kans, KS kan, MA mass, MI mich, MN minn, MS miss, NE nebr, NE neb, NV nev, NC n carolina, ND n dakota, OK okla, OR ore, OR oreg, PA penn, PA penna, SC s carolina, SD s dakota, TN tenn, TX tex, VI virgin islands, WA wash, WV w va, WV w virginia, WI wisc, WI wis, WY wyo',
  Canada:
    'AB alta, MB man, NB n brunswick, NL nfld, NL newfoundland, NL labrador, NT nwt, NS n scotia, ON ont, PE pei, PE prince edward is, QC que, QC pq, SK sask, YT yukon territory, YT yk',
};

/** Returns codes and names of the states of a country; empty for a country without a list. */
export const statesOf = (country: string): readonly [code: string, name: string][] => states[country] ?? [];

/** Adds the list of another country: the server knows all of them, a page those of the countries it asked for. */
export function addStates(country: string, list: [code: string, name: string][]): void {
  if (list.length > 0) states[country] ??= list;
}

/** Returns the code of a state that is written as a code, a name or in a usual short form. */
function findState(country: string, written: string): string | undefined {
  const known = statesOf(country).find(
    ([code, name]) => normalize(code) === written || normalize(name) === written,
  );
  if (known) return known[0];
  const spelling = spellings[country]?.split(', ').find((one) => one.slice(3) === written);
  return spelling?.slice(0, 2);
}

function stateByPostcode(country: string, postcode: string): string | undefined {
  if (country === 'United States') return stateOfZipCode(postcode.trim());
  return country === 'Canada' ? provinceOfPostalCode(postcode.trim()) : undefined;
}

/**
 * Returns the code of a state, found by code, name or a usual short form, else by the postcode; other text without its
 * accents, in lower case.
 */
export function stateCode(country: string, state: string, postcode = ''): string {
  const written = normalize(state);
  return findState(country, written) ?? stateByPostcode(country, postcode) ?? written;
}

/** True unless the country has a list of states and neither the text nor the postcode is one of them. */
export function isKnownState(country: string, state: string, postcode: string): boolean {
  const list = statesOf(country);
  const expected = stateCode(country, state, postcode);
  return list.length === 0 || list.some(([code]) => code === expected);
}

const normalize = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}.,]/gu, '')
    .replaceAll('&', ' and ')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ');
