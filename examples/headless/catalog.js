import { call, imageUrl } from './api.js';
import { conditionOf, make, price } from './elements.js';
import { addToCart } from './store.js';

const picture = (address, alt) =>
  address
    ? make('img', { src: imageUrl(address), alt, loading: 'lazy' })
    : make('span', { class: 'no-image' });

function card({ slug, name, image, price: amount, ...product }) {
  return make(
    'li',
    {},
    make(
      'a',
      { class: 'card', href: `#/products/${slug}` },
      picture(image, ''),
      make('strong', {}, name),
      make('span', { class: 'muted' }, conditionOf(product)),
      make('span', {}, price(amount)),
    ),
  );
}

/** The list of products, searched by `?q=` and turned by `?page=`. */
export async function list(_params, query) {
  const search = query.get('q') ?? '';
  const page = Number(query.get('page') ?? 1);
  const filters = new URLSearchParams({ search, page, limit: 12, inStock: true });
  const { products, pagination } = await call('GET', `/product-cards?${filters}`);
  const linkTo = (other, text) =>
    other < 1 || other > pagination.pages
      ? null
      : make('a', { href: `#/?${new URLSearchParams({ q: search, page: other })}` }, text);
  return [
    make('h1', {}, search ? `Results for “${search}”` : 'Phones, laptops and more, used and tested'),
    make(
      'form',
      {
        role: 'search',
        onsubmit: (event) => {
          event.preventDefault();
          location.hash = `#/?${new URLSearchParams(new FormData(event.target))}`;
        },
      },
      make('input', { name: 'q', type: 'search', 'aria-label': 'Search products', value: search }),
      make('button', {}, 'Search'),
    ),
    products.length === 0 ? make('p', {}, 'Nothing matches. Try another search.') : null,
    make('ul', { class: 'cards' }, products.map(card)),
    make('p', { class: 'pages' }, linkTo(page - 1, 'Previous'), linkTo(page + 1, 'Next')),
  ];
}

/** One product with its ladder: the same model in other conditions. */
export async function product({ slug }) {
  const { product: shown, ladder } = await call('GET', `/products/${encodeURIComponent(slug)}`);
  const others = ladder.map((offer) =>
    make(
      'li',
      {},
      make(
        'a',
        { href: `#/products/${offer.slug}`, 'aria-current': offer.id === shown.id ? 'true' : null },
        `${conditionOf(offer)}, ${price(offer.price)}`,
      ),
    ),
  );
  const button = make(
    'button',
    {
      disabled: !shown.inStock,
      onclick: async () => {
        await addToCart(shown.id);
        document.querySelector('#notice').textContent = `${shown.name} is in your cart.`;
      },
    },
    shown.inStock ? 'Add to cart' : 'Sold out',
  );
  return make(
    'article',
    { class: 'product' },
    picture(shown.images[0], shown.imageAlts[0] || shown.name),
    make(
      'div',
      {},
      make('h1', {}, shown.name),
      make('p', { class: 'muted' }, conditionOf(shown)),
      make('p', { class: 'price' }, price(shown.price)),
      button,
      others.length > 1 ? [make('h2', {}, 'Condition'), make('ul', {}, others)] : null,
      make('p', {}, shown.description),
    ),
  );
}
