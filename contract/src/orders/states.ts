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

/** Returns codes and names of the states of a country; empty for a country without a list. */
export const statesOf = (country: string): readonly [code: string, name: string][] => states[country] ?? [];

/** Returns the code of a state that is written as a code or a name; other text without its accents, in lower case. */
export function stateCode(country: string, state: string): string {
  const written = normalize(state);
  const known = statesOf(country).find(
    ([code, name]) => normalize(code) === written || normalize(name) === written,
  );
  return known?.[0] ?? written;
}

const normalize = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ');
