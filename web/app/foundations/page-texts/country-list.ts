const withArticle =
  /^(?:United (?:States|Kingdom|Arab Emirates)|Netherlands|Philippines|Bahamas|Maldives|Gambia|Isle of Man|Vatican City|(?:Dominican|Central African) Republic|.* (?:Islands|Territories))$/;

/** Returns "the United States, Canada and the United Kingdom". */
export function countryList(countries: readonly string[]): string {
  const names = countries.map((name) => (withArticle.test(name) ? `the ${name}` : name));
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
