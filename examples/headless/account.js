import { call } from './api.js';
import { field, form, make, price } from './elements.js';
import { enter, leave, session } from './store.js';

/** The orders of the customer, or the forms to sign in and to open an account. */
export async function accountPage(_params, _query, reload) {
  const { token, user } = session();
  if (!token) return signInPage(reload);
  let orders;
  try {
    ({ orders } = await call('GET', '/orders', { token }));
  } catch (problem) {
    if (problem.code !== 'UNAUTHENTICATED') throw problem;
    // The session has ended.
    await leave();
    return signInPage(reload);
  }
  const rows = orders.map(({ id, orderNumber, status, total }) =>
    make('li', {}, make('a', { href: `#/orders/${id}` }, orderNumber), ` ${status}, ${price(total)}`),
  );
  const signOut = async () => {
    await leave();
    await reload();
  };
  return [
    make('h1', {}, `Hello ${user.name}`),
    make('h2', {}, 'Orders'),
    rows.length > 0 ? make('ul', {}, rows) : make('p', {}, 'You have no orders yet.'),
    make('button', { onclick: signOut }, 'Sign out'),
  ];
}

const password = (autocomplete) => field('Password', 'password', { type: 'password', autocomplete });
const email = () => field('Email', 'email', { type: 'email', autocomplete: 'email' });

function signInPage(reload) {
  const signIn = async (body) => {
    await enter(await call('POST', '/auth/login', { body }));
    await reload();
  };
  const register = async (body) => {
    await enter(await call('POST', '/auth/register', { body }));
    await reload();
  };
  return [
    make('h1', {}, 'Sign in'),
    form([email(), password('current-password')], 'Sign in', signIn),
    make('h2', {}, 'New here?'),
    form(
      [field('Name', 'name', { autocomplete: 'name' }), email(), password('new-password')],
      'Open an account',
      register,
    ),
  ];
}
