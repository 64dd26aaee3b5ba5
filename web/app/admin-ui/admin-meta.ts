/** Title of a back-office screen; none of them belongs into a search engine. */
export function adminMeta(title: string) {
  return [{ title: `${title} · Admin` }, { name: 'robots', content: 'noindex' }];
}
