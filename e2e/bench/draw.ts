import pg from 'pg';

/** Seeded random numbers, so that every shop gets the same requests. */
export function dice(seed: number) {
  let state = seed;
  const next = () => {
    // Mulberry32: short, and even enough to draw keys.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return { next, pick: <T>(list: T[]): T => list[Math.floor(next() * list.length)] as T };
}

export type Dice = ReturnType<typeof dice>;

export type Sample = { slug: string; name: string; brand: string; category: string; price: number };

/** Draws existing products at random, so that requests have results. */
export async function drawProducts(databaseUrl: string, count: number): Promise<Sample[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Sample>(
    `select p.slug, p.name, p.brand, c.name as category, p.price_cents / 100 as price
     from (select id from products where archived_at is null order by md5(id) limit $1) drawn
     join products p using (id) join categories c on c.id = p.category_id order by md5(p.id)`,
    [count],
  );
  await client.end();
  return rows;
}

/** Reads of the storefront, each with a random query. */
export function readsOf(samples: Sample[]): Record<string, (dice: Dice) => string> {
  const list = (query: Record<string, string | number>) =>
    `/api/products?${new URLSearchParams(Object.entries({ limit: 24, ...query }).map(([k, v]) => [k, String(v)]))}`;
  const cards = (query: Record<string, string | number>) =>
    list({ show: 'families', ...query }).replace('/api/products?', '/api/product-cards?');
  const one = (d: Dice) => d.pick(samples);
  const condition = (d: Dice) => d.pick(['excellent', 'good', 'fair', 'refurbished']);
  const page = (d: Dice) => 1 + Math.floor(d.next() ** 2 * 8);
  const range = (d: Dice) => {
    const around = one(d).price;
    return {
      minPrice: Math.floor(around * (0.3 + d.next() * 0.6)),
      maxPrice: Math.ceil(around * (1.1 + d.next())),
    };
  };
  return {
    'list, newest': (d) => list({ page: page(d) }),
    'list by price': (d) => list({ sort: d.pick(['price-low', 'price-high']), page: page(d) }),
    'list by rating, saving, name': (d) =>
      list({ sort: d.pick(['rating', 'saving', 'name']), page: page(d) }),
    category: (d) => list({ category: one(d).category, page: page(d) }),
    'category, sorted': (d) =>
      list({
        category: one(d).category,
        sort: d.pick(['price-low', 'price-high', 'rating', 'name', 'saving']),
      }),
    'brand and condition': (d) => list({ brand: one(d).brand, condition: condition(d), sort: 'price-low' }),
    'category, brand, condition, in stock': (d) => {
      const { category, brand } = one(d);
      return list({ category, brand, condition: condition(d), inStock: 'true' });
    },
    'price range': (d) => list({ ...range(d), sort: d.pick(['newest', 'price-low', 'rating']) }),
    'category and price range': (d) => list({ category: one(d).category, ...range(d), sort: 'price-low' }),
    deals: (d) => list({ discounted: 'true', inStock: 'true', sort: 'saving', page: page(d) }),
    featured: () => list({ featured: 'true', limit: 12 }),
    'families, newest': (d) => cards({ page: page(d) }),
    'families by price': (d) => cards({ sort: d.pick(['price-low', 'price-high']), page: page(d) }),
    'families of a category, by storage': (d) =>
      cards({
        category: one(d).category,
        storage: d.pick(['64 GB', '256 GB', '512 GB']),
        sort: d.pick(['newest', 'price-low', 'saving']),
      }),
    'families found': (d) => cards({ search: searchTermsOf(one(d), d), sort: 'relevance' }),
    'families found, sorted': (d) =>
      cards({ search: searchTermsOf(one(d), d), sort: d.pick(['price-low', 'price-high', 'saving']) }),
    search: (d) => list({ search: searchTermsOf(one(d), d), sort: 'relevance' }),
    'search, sorted': (d) =>
      list({ search: searchTermsOf(one(d), d), sort: d.pick(['price-low', 'price-high', 'saving', 'name']) }),
    'search with a typo': (d) => list({ search: insertTypo(searchTermsOf(one(d), d), d), sort: 'relevance' }),
    suggestions: (d) => {
      const words = searchTermsOf(one(d), d);
      const typed = words.slice(0, 2 + Math.floor(d.next() * words.length));
      return `/api/search/suggestions?${new URLSearchParams({ q: typed })}`;
    },
    product: (d) => `/api/products/${one(d).slug}`,
    categories: () => '/api/categories',
  };
}

/** Returns a typical search: a name, a part of it, a brand with a word, or a color with a device. */
function searchTermsOf({ name, brand }: Sample, d: Dice): string {
  const words = name.toLowerCase().split(' ');
  return d.pick([
    words.slice(0, 2).join(' '),
    words.slice(0, 3).join(' '),
    words[0] ?? name,
    `${brand.toLowerCase()}`,
    `${words[0]} ${words.at(-1)}`,
    words.slice(1, 4).join(' '),
  ]);
}

/** Omits, doubles or swaps one letter. */
function insertTypo(words: string, d: Dice): string {
  const index = 1 + Math.floor(d.next() * Math.max(1, words.length - 2));
  const [before, letter, after] = [words.slice(0, index), words[index] ?? '', words.slice(index + 1)];
  return d.pick([
    before + after,
    before + letter + letter + after,
    before + (after[0] ?? '') + letter + after.slice(1),
  ]);
}
