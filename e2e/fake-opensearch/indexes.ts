import { OpenSearchError } from './opensearch-error.ts';
import type { Fields, Properties } from './query.ts';

// The indexes of the fake: mappings, aliases and versioned documents, which searches see after a refresh.

type Stored = { version: number; document: Fields | null };
type Index = {
  properties: Properties;
  aliases: Set<string>;
  stored: Map<string, Stored>;
  visible: Map<string, Fields>;
};

const illegal = (reason: string) => new OpenSearchError(400, 'illegal_argument_exception', reason);
const mapperFailure = (reason: string) => new OpenSearchError(400, 'mapper_parsing_exception', reason);

const parametersOf: Record<string, string[]> = {
  keyword: [],
  boolean: [],
  rank_features: [],
  wildcard: ['doc_values'],
};
const maxTermBytes = 32_766;

export function createIndexes() {
  const indexes = new Map<string, Index>();
  const missing = (name: string) =>
    new OpenSearchError(404, 'index_not_found_exception', `no such index [${name}]`);
  /** Returns the indexes of a name or alias. */
  const resolve = (name: string) => {
    const found = [...indexes].filter(([index, { aliases }]) => index === name || aliases.has(name));
    if (found.length === 0) throw missing(name);
    return found;
  };
  const single = (name: string) => {
    const [[, index] = [], ...more] = resolve(name);
    if (!index || more.length > 0) throw illegal(`alias [${name}] has more than one index`);
    return index;
  };
  const refresh = (index: Index) => {
    index.visible = new Map(
      [...index.stored].flatMap(([id, { document }]) => (document ? [[id, document] as const] : [])),
    );
  };

  return {
    create(name: string, body: Record<string, unknown>) {
      if (!/^[a-z][a-z0-9._-]{0,254}$/.test(name))
        throw new OpenSearchError(400, 'invalid_index_name_exception', name);
      if (indexes.has(name)) throw new OpenSearchError(400, 'resource_already_exists_exception', name);
      const {
        mappings,
        aliases = {},
        ...others
      } = body as { mappings: Record<string, unknown>; aliases?: object };
      if (Object.keys(others).length > 0)
        throw illegal(`unknown key [${Object.keys(others)}] for create index`);
      const properties = mappings?.properties as Properties;
      if (mappings?.dynamic !== 'strict') throw mapperFailure('the shop maps strictly');
      for (const [field, { type, ...parameters }] of Object.entries(properties)) {
        const known = parametersOf[type];
        if (!known) throw mapperFailure(`No handler for type [${type}] declared on field [${field}]`);
        const unknown = Object.keys(parameters).filter((name) => !known.includes(name));
        if (unknown.length > 0) throw mapperFailure(`unknown parameter [${unknown}] on mapper [${field}]`);
      }
      indexes.set(name, {
        properties,
        aliases: new Set(Object.keys(aliases)),
        stored: new Map(),
        visible: new Map(),
      });
      return { acknowledged: true, shards_acknowledged: true, index: name };
    },
    delete(name: string) {
      if (!indexes.delete(name)) throw missing(name);
      return { acknowledged: true };
    },
    refresh(name: string) {
      for (const [, index] of resolve(name)) refresh(index);
      return { _shards: { total: 1, successful: 1, failed: 0 } };
    },
    aliases(pattern: string) {
      if (!pattern.endsWith('*')) throw illegal('the shop lists by prefix');
      const matching = [...indexes].filter(([name]) => name.startsWith(pattern.slice(0, -1)));
      return Object.fromEntries(
        matching.map(([name, { aliases }]) => [
          name,
          { aliases: Object.fromEntries([...aliases].map((alias) => [alias, {}])) },
        ]),
      );
    },
    changeAliases(actions: Record<string, { index: string; alias?: string }>[]) {
      for (const action of actions) {
        const [[name, { index, alias, ...others }] = ['', { index: '' }], ...more] = Object.entries(action);
        if (more.length > 0 || Object.keys(others).length > 0)
          throw illegal(`unknown action ${JSON.stringify(action)}`);
        if (!indexes.has(index)) throw missing(index);
        if (name === 'add' && alias) indexes.get(index)?.aliases.add(alias);
        else if (name === 'remove_index' && !alias) indexes.delete(index);
        else throw illegal(`unknown action [${name}]`);
      }
      return { acknowledged: true };
    },
    /** Writes one document, or deletes it if null; both under external versions. */
    write(target: { _index: string; _id: string; version: number }, document: Fields | null) {
      const { _index, _id, version } = target;
      if (indexes.has(_index))
        throw illegal(`[require_alias] request flag is [true] and [${_index}] is not an alias`);
      const index = single(_index);
      const before = index.stored.get(_id);
      if (before && before.version > version)
        throw new OpenSearchError(409, 'version_conflict_engine_exception', `[${_id}]: version conflict`);
      if (document) assertFits(document, index.properties);
      index.stored.set(_id, { version, document });
      if (document)
        return { status: before?.document ? 200 : 201, result: before?.document ? 'updated' : 'created' };
      return before?.document ? { status: 200, result: 'deleted' } : { status: 404, result: 'not_found' };
    },
    /** Refreshes what was written, as `refresh=wait_for` does. */
    refreshAll: () => indexes.forEach(refresh),
    searched: (name: string) => {
      const { properties, visible } = single(name);
      return { properties, documents: visible };
    },
    names: () => [...indexes.keys()],
  };
}

/** Throws unless each field is mapped and has a value of its type. */
function assertFits(document: Fields, properties: Properties): void {
  for (const [field, value] of Object.entries(document)) {
    const type = properties[field]?.type;
    if (!type)
      throw new OpenSearchError(
        400,
        'strict_dynamic_mapping_exception',
        `dynamic introduction of [${field}]`,
      );
    const values = [value].flat();
    const fits: Record<string, () => boolean> = {
      boolean: () => typeof value === 'boolean',
      keyword: () =>
        values.every((text) => typeof text === 'string' && Buffer.byteLength(text) <= maxTermBytes),
      wildcard: () =>
        values.every((text) => typeof text === 'string' && Buffer.byteLength(text) <= maxTermBytes),
      rank_features: () =>
        Object.entries(value as object).every(([feature, number]) => !feature.includes('.') && number > 0),
    };
    if (!fits[type]?.()) throw mapperFailure(`failed to parse field [${field}] of type [${type}]`);
  }
}
