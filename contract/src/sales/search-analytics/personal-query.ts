/** True if the query may name a person: it has an @ or seven digits in a row, with or without separators. */
export function isPersonalQuery(query: string): boolean {
  return /@|\p{Nd}(?:[\s().+/-]*\p{Nd}){6}/u.test(query.normalize('NFKC'));
}
