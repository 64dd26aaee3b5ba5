import { OpenSearchError } from './opensearch-error.ts';

// Evaluates the part of OpenSearch's query DSL that the shop uses, and rejects every other query, parameter and type.

export type Fields = Record<string, unknown>;
export type Properties = Record<string, { type: string }>;
/** Score of a document, null if it does not match; `names` collects the named queries that match. */
type Evaluate = (document: Fields, names: Set<string>) => number | null;
type Parameters = Record<string, unknown>;

const parsing = (reason: string) => new OpenSearchError(400, 'parsing_exception', reason);

/** Asserts that an object has these parameters only, all of the given types. */
function check(query: string, value: unknown, types: Record<string, string>, required: string[]): Parameters {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw parsing(`[${query}] query malformed, no start_object after query name`);
  for (const [name, parameter] of Object.entries(value)) {
    const type = types[name];
    const actual = Array.isArray(parameter) ? 'array' : typeof parameter;
    if (!type) throw parsing(`[${query}] query does not support [${name}]`);
    if (actual !== type) throw parsing(`[${query}] failed to parse field [${name}]`);
  }
  for (const name of required)
    if (!(name in value)) throw parsing(`[${query}] requires '${name}' to be specified`);
  return value as Parameters;
}

/** Returns the only entry of an object: the name of a query or field and its parameters. */
function only(value: unknown): [string, unknown] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const [entry] = entries;
  if (entries.length !== 1 || !entry) throw parsing('[_na] query malformed, expected exactly one name');
  return entry;
}

const maxClauses = 1024;

/** Parses a query against the mapping; throws the error that OpenSearch answers with. */
export function parseQuery(json: unknown, mapping: Properties): Evaluate {
  let clauses = 0;
  const fieldOf = (query: string, field: string, types: string[]) => {
    const type = mapping[field]?.type;
    // OpenSearch matches nothing for an unknown field; here it is a mistake of the shop.
    if (!type || !types.includes(type))
      throw new OpenSearchError(400, 'query_shard_exception', `[${query}] on [${field}] of type [${type}]`);
  };
  const list = (query: string, value: unknown): Evaluate[] => {
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw parsing(`[${query}] expects an array`);
    return value.map(parse);
  };
  const boostOf = (value: unknown): number => {
    if (value === undefined) return 1;
    if (!Number.isFinite(value) || (value as number) < 0)
      throw new OpenSearchError(400, 'illegal_argument_exception', `negative [boost]: [${value}]`);
    return value as number;
  };
  const named = (evaluate: Evaluate, name: unknown): Evaluate => {
    if (typeof name !== 'string') return evaluate;
    return (document, names) => {
      const score = evaluate(document, names);
      if (score !== null) names.add(name);
      return score;
    };
  };

  const queries: Record<string, (value: unknown) => Evaluate> = {
    bool(value) {
      const types = {
        must: 'array',
        filter: 'array',
        should: 'array',
        must_not: 'array',
        minimum_should_match: 'number',
      };
      const given = check('bool', value, types, []);
      const [must, filter] = [list('must', given.must), list('filter', given.filter)];
      const [should, mustNot] = [list('should', given.should), list('must_not', given.must_not)];
      const isOptional = must.length + filter.length > 0 || should.length === 0;
      const needed = Number(given.minimum_should_match ?? (isOptional ? 0 : 1));
      return (document, names) => {
        if (filter.some((clause) => clause(document, names) === null)) return null;
        if (mustNot.some((clause) => clause(document, new Set()) !== null)) return null;
        const required = must.flatMap((clause) => clause(document, names) ?? []);
        const scores = should.flatMap((clause) => clause(document, names) ?? []);
        if (required.length < must.length || scores.length < needed) return null;
        return [...required, ...scores].reduce((sum, score) => sum + score, 0);
      };
    },
    dis_max(value) {
      const clauses = list('dis_max', check('dis_max', value, { queries: 'array' }, ['queries']).queries);
      return (document, names) => {
        const scores = clauses.flatMap((clause) => clause(document, names) ?? []);
        return scores.length === 0 ? null : Math.max(...scores);
      };
    },
    boosting(value) {
      const types = { positive: 'object', negative: 'object', negative_boost: 'number' };
      const given = check('boosting', value, types, Object.keys(types));
      const [positive, negative] = [parse(given.positive), parse(given.negative)];
      return (document, names) => {
        const score = positive(document, names);
        if (score === null || negative(document, new Set()) === null) return score;
        return score * Number(given.negative_boost);
      };
    },
    constant_score(value) {
      const types = { filter: 'object', boost: 'number', _name: 'string' };
      const given = check('constant_score', value, types, ['filter']);
      const [filter, boost] = [parse(given.filter), boostOf(given.boost)];
      return named((document, names) => (filter(document, names) === null ? null : boost), given._name);
    },
    term(value) {
      const [field, term] = only(value);
      fieldOf('term', field, ['keyword', 'boolean']);
      if (typeof term !== 'string' && typeof term !== 'boolean') throw parsing('[term] expects one value');
      return (document) => ([document[field]].flat().includes(term) ? 1 : null);
    },
    terms(value) {
      const [field, terms] = only(value);
      fieldOf('terms', field, ['keyword']);
      if (!Array.isArray(terms) || terms.some((term) => typeof term !== 'string'))
        throw parsing(`[terms] query does not support [${field}]`);
      return (document) => ([document[field]].flat().some((term) => terms.includes(term)) ? 1 : null);
    },
    rank_feature(value) {
      const types = { field: 'string', saturation: 'object', boost: 'number' };
      const given = check('rank_feature', value, types, ['field', 'saturation']);
      const { pivot } = check('saturation', given.saturation, { pivot: 'number' }, ['pivot']);
      const [field = '', feature = '', ...more] = String(given.field).split('.');
      fieldOf('rank_feature', field, ['rank_features']);
      if (!feature || more.length > 0) throw parsing(`[rank_feature] unknown feature [${given.field}]`);
      const boost = boostOf(given.boost);
      return (document) => {
        const stored = (document[field] as Record<string, number>)[feature];
        return stored === undefined ? null : (boost * stored) / (stored + Number(pivot));
      };
    },
    wildcard(value) {
      const [field, pattern] = only(value);
      fieldOf('wildcard', field, ['wildcard', 'keyword']);
      const { value: written } = check('wildcard', pattern, { value: 'string' }, ['value']);
      const text = textOf(String(written));
      return (document) =>
        [document[field]].flat().some((value) => String(value).includes(text)) ? 1 : null;
    },
  };

  function parse(value: unknown): Evaluate {
    const [name, parameters] = only(value);
    const query = queries[name];
    if (!query) throw parsing(`unknown query [${name}]`);
    clauses += 1;
    if (clauses > maxClauses) throw new OpenSearchError(400, 'too_many_clauses', 'maxClauseCount is 1024');
    return query(parameters);
  }
  return parse(json);
}

/** Returns the text of the pattern `*text*`; the shop escapes all other wildcards. */
function textOf(pattern: string): string {
  const [, text] = /^\*((?:[^\\*?]|\\[\\*?])+)\*$/su.exec(pattern) ?? [];
  if (text === undefined) throw parsing(`[wildcard] [${pattern}] is no pattern of the shop`);
  return text.replace(/\\([\\*?])/g, '$1');
}
