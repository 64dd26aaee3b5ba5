import { accountPage } from './account.js';
import { list, product } from './catalog.js';
import { cartPage, checkoutPage } from './checkout.js';
import { make } from './elements.js';
import { orderPage, trackPage } from './orders.js';
import { cart } from './store.js';

/** Pages by the path in the fragment of the address; `:name` is a parameter. */
const pages = {
  '/': list,
  '/products/:slug': product,
  '/cart': cartPage,
  '/checkout': checkoutPage,
  '/orders/:id': orderPage,
  '/track': trackPage,
  '/account': accountPage,
};

/** Returns the page of a path with its parameters; the list for an unknown path. */
function find(path) {
  for (const [pattern, page] of Object.entries(pages)) {
    const names = pattern.split('/');
    const parts = path.split('/');
    const matches =
      names.length === parts.length && names.every((name, at) => name[0] === ':' || name === parts[at]);
    if (!matches) continue;
    const params = names.flatMap((name, at) =>
      name[0] === ':' ? [[name.slice(1), decodeURIComponent(parts[at])]] : [],
    );
    return { page, params: Object.fromEntries(params) };
  }
  return { page: list, params: {} };
}

const main = document.querySelector('#page');
let visit = 0;

/** Shows the page of the address, unless another one was opened while it was loading. */
async function show({ isReload = false } = {}) {
  const [path, query = ''] = (location.hash.slice(1) || '/').split('?', 2);
  const current = ++visit;
  main.setAttribute('aria-busy', 'true');
  let content;
  try {
    const { page, params } = find(path);
    content = await page(params, new URLSearchParams(query), () => show({ isReload: true }));
  } catch (problem) {
    const retry = make('button', { onclick: () => show() }, 'Try again');
    content = [
      make('h1', {}, 'This page could not be loaded'),
      make('p', { class: 'error' }, problem.message),
      retry,
    ];
  }
  if (current !== visit) return;
  document.querySelector('#notice').textContent = '';
  main.replaceChildren(...[content].flat().filter(Boolean));
  main.removeAttribute('aria-busy');
  if (isReload) return;
  document.title = `${main.querySelector('h1').textContent} · Second Run`;
  main.focus();
  scrollTo(0, 0);
}

function countCart() {
  const count = cart().reduce((sum, { quantity }) => sum + quantity, 0);
  document.querySelector('#cart-count').textContent = count > 0 ? `(${count})` : '';
}

addEventListener('hashchange', () => show());
document.addEventListener('cart', countCart);
countCart();
await show();
