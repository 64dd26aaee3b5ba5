import type { Page } from '@playwright/test';
import { dayRange, deliverySpan } from '@reprise/contract/sales/orders/delivery';
import webPackage from '../../web/package.json' with { type: 'json' };
import { openBackOffice } from '../journeys/back-office.ts';
import { addDevice, newName, placeOrderByApi } from '../journeys/devices.ts';
import { expect, open, test } from '../journeys/journey.ts';
import {
  addButton,
  addToCart,
  buyWhatIsInTheCart,
  field,
  fillAddress,
  fillCard,
  fullName,
  goodCard,
  goToCheckout,
  heading,
  newPerson,
  notice,
  openCart,
  payButton,
  register,
  signIn,
  track,
} from '../journeys/shopper.ts';
import { call } from '../plain-client.ts';

// Requirements for public and account screens in the specification's exact words. docs/spec-coverage.md maps
// each sentence to its step.

const main = (page: Page) => page.getByRole('main');
const banner = (page: Page) => page.getByRole('banner');

/** Returns the category of a link to the product list. */
async function categoryOf(link: { getAttribute: (name: string) => Promise<string | null> }) {
  const { pathname, searchParams } = new URL((await link.getAttribute('href')) ?? '', 'http://shop.test');
  return [pathname, searchParams.get('category')];
}

test('header and footer', async ({ page, shop }) => {
  const search = page.getByRole('combobox', { name: 'Search products' });
  await test.step('the search goes to /search?q= with the trimmed, encoded text', async () => {
    await open(page, '/');
    await search.fill('  iphone & co  ');
    await search.press('Enter');
    await expect(page).toHaveURL(/\/search\?q=iphone(\+|%20)%26(\+|%20)co$/);
  });
  await test.step('a blank search is ignored', async () => {
    await open(page, '/track');
    await search.fill('   ');
    await search.press('Enter');
    await expect(page).toHaveURL('/track');
  });
  await test.step('links lead to Products and Categories', async () => {
    for (const [name, address] of [
      ['Products', '/products'],
      ['Categories', '/categories'],
    ] as const)
      await expect(banner(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
  });
  await test.step('guests see Sign In and Sign Up', async () => {
    const from = '?from=%2Ftrack';
    await expect(banner(page).getByRole('link', { name: 'Sign In' })).toHaveAttribute(
      'href',
      `/login${from}`,
    );
    await expect(banner(page).getByRole('link', { name: 'Sign Up' })).toHaveAttribute(
      'href',
      `/register${from}`,
    );
  });
  await test.step('the cart toggle counts the items, and the drawer slides in and out', async () => {
    const device = await addDevice(shop);
    await addToCart(page, device);
    await addButton(page).click();
    const drawer = await openCart(page);
    await expect(drawer).toContainText(device.name);
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('button', { name: 'Cart, 2 items' })).toContainText('2');
  });
  await test.step('the menu of a customer holds Profile, Orders and Sign Out', async () => {
    const person = newPerson();
    await register(page, person);
    await banner(page)
      .getByLabel(`Account of ${fullName(person)}`)
      .click();
    await expect(banner(page).getByRole('link', { name: 'Profile' })).toBeVisible();
    await expect(banner(page).getByRole('link', { name: 'Orders' })).toBeVisible();
    await expect(banner(page).getByRole('button', { name: 'Sign Out' })).toBeVisible();
    await expect(banner(page).getByRole('link', { name: 'Admin Panel' })).toHaveCount(0);
  });
  await test.step('the footer leads to every page about the store, and names its version', async () => {
    const footer = page.getByRole('contentinfo');
    for (const address of [
      'deals',
      'warranty',
      'support',
      'shipping',
      'returns',
      'privacy',
      'terms',
      'cookies',
    ])
      await expect(footer.locator(`a[href="/${address}"]`)).toBeVisible();
    await expect(footer).toContainText(webPackage.version);
  });
});

test('the menu of an administrator holds Admin Panel too', async ({ page }) => {
  await openBackOffice(page, '/');
  await banner(page)
    .getByLabel(/^Account of /)
    .click();
  await expect(banner(page).getByRole('link', { name: 'Admin Panel' })).toHaveAttribute('href', '/admin');
});

test('/', async ({ page, shop }) => {
  const firstSix = async () =>
    (await call(shop.url, 'GET', '/categories')).body.data
      .slice(0, 6)
      .map(({ name }: { name: string }) => name);
  const before = await firstSix();
  await open(page, '/');
  const after = await firstSix();
  await test.step('a hero', async () => {
    await expect(heading(page, 'Good devices, ready for a second run')).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Shop all products' })).toHaveAttribute(
      'href',
      '/products',
    );
  });
  await test.step('at most six featured products', async () => {
    const featured = main(page).locator('section', { has: page.getByRole('heading', { name: 'Featured' }) });
    await expect(featured.getByRole('article')).toHaveCount(6);
  });
  await test.step('the first six categories, each leading to its list', async () => {
    const tiles = main(page)
      .locator('section', { has: page.getByRole('heading', { name: 'Shop by category' }) })
      .getByRole('article');
    await expect(tiles).toHaveCount(6);
    const names = await tiles.getByRole('heading').allInnerTexts();
    expect([before, after]).toContainEqual(names);
    for (const [at, name] of names.entries())
      expect(await categoryOf(tiles.nth(at).getByRole('link'))).toEqual(['/products', name]);
  });
  await test.step('benefits: 30-day warranty, 30-day returns, free shipping over $50, 24/7 support', async () => {
    const benefits = main(page).getByRole('region', { name: 'What you can count on' });
    await expect(benefits.getByRole('heading')).toHaveText([
      '30-day warranty',
      '30-day returns',
      'Free shipping over $50',
      '24/7 support',
    ]);
  });
  await test.step('stats', async () => {
    const stats = main(page).getByRole('region', { name: 'The shop in numbers' });
    await expect(stats).toContainText('products listed today');
  });
  await test.step('a call to sign up', async () => {
    await expect(main(page).getByRole('link', { name: 'Create an account' })).toHaveAttribute(
      'href',
      '/register',
    );
  });
});

test('/products', async ({ page, shop }) => {
  const name = newName();
  await addDevice(shop, { name, brand: `Brand of ${name}` });
  await open(page, '/products');
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await test.step('a category is a radio choice', async () => {
    await filters.getByRole('radio', { name: /^Laptops/ }).check();
    await expect(page).toHaveURL('/products?category=Laptops');
    await filters.getByRole('radio', { name: 'All categories' }).check();
    await expect(page).toHaveURL('/products');
  });
  await test.step('a lowest and a highest price, 0 to 5000 until touched', async () => {
    const lowest = filters.getByLabel('Lowest price in US dollars');
    await expect(lowest).toHaveAttribute('placeholder', '0');
    await expect(filters.getByLabel('Highest price in US dollars')).toHaveAttribute('placeholder', '5000');
    await lowest.fill('100');
    await lowest.press('Tab');
    await expect(page).toHaveURL('/products?minPrice=100');
    await lowest.fill('');
    await lowest.press('Tab');
    await expect(page).toHaveURL('/products');
  });
  await test.step('conditions are checkboxes', async () => {
    for (const condition of ['Like New', 'Good', 'Fair', 'Certified Refurbished'])
      await expect(
        filters.getByRole('checkbox', { name: new RegExp(`^${condition}\\b`) }).first(),
      ).toBeVisible();
    await filters.getByRole('checkbox', { name: /^Like New/ }).check();
    await expect(page).toHaveURL('/products?condition=excellent');
    await filters.getByRole('checkbox', { name: /^Like New/ }).uncheck();
    await expect(page).toHaveURL('/products');
  });
  await test.step('only products in stock', async () => {
    await filters.getByRole('checkbox', { name: /^In stock only/ }).check();
    await expect(page).toHaveURL('/products?inStock=true');
    await filters.getByRole('checkbox', { name: /^In stock only/ }).uncheck();
    await expect(page).toHaveURL('/products');
  });
  await test.step('five ways to sort', async () => {
    const sort = page.getByLabel('Sort by');
    await expect(sort.getByRole('option')).toHaveText([
      'Newest',
      'Price: low to high',
      'Price: high to low',
      'Best rated',
      'Name',
    ]);
    await sort.selectOption({ label: 'Price: low to high' });
    await expect(page).toHaveURL('/products?sort=price-low');
  });
  await test.step('as a grid or as a list', async () => {
    const view = page.getByRole('navigation', { name: 'View' });
    await expect(view.getByRole('link', { name: 'Grid' })).toHaveAttribute('aria-current', 'true');
    await view.getByRole('link', { name: 'List' }).click();
    await expect(page).toHaveURL(/view=list/);
    await expect(view.getByRole('link', { name: 'List' })).toHaveAttribute('aria-current', 'true');
  });
  await test.step('brands come from the products; category and search from the address', async () => {
    await open(page, `/products?category=Smartphones&search=${encodeURIComponent(name)}`);
    await expect(filters.getByRole('radio', { name: /^Smartphones/ })).toBeChecked();
    await expect(filters.getByRole('checkbox', { name: new RegExp(`^Brand of ${name}`) })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(1);
  });
  await test.step('Showing X of Y products', async () => {
    await expect(page.getByText('Showing 1 of 1 products', { exact: true })).toBeVisible();
  });
  await test.step('No products found, with Clear Filters', async () => {
    await open(page, '/products?category=Nothing');
    await expect(page.getByRole('heading', { name: 'No products found', exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Clear Filters', exact: true }).click();
    await expect(page).toHaveURL('/products');
  });
});

test('/product/{id}', async ({ page, shop }) => {
  const { body } = await call(shop.url, 'GET', '/products?search=iPhone&inStock=true&limit=20');
  const device = body.data.products.find(
    ({
      images,
      originalPrice,
      reviewCount,
    }: {
      images: string[];
      originalPrice: number;
      reviewCount: number;
    }) => images.length > 1 && originalPrice && reviewCount > 0,
  );
  await open(page, `/product/${device.slug}`);
  await test.step('a gallery with previous and next', async () => {
    const gallery = page.getByRole('region', { name: `Images of ${device.name}` });
    await expect(gallery.getByRole('button', { name: 'Previous image' })).toBeDisabled();
    await gallery.getByRole('button', { name: 'Next image' }).click();
    await expect(gallery.getByRole('button', { name: 'Show image 2' })).toHaveAttribute(
      'aria-current',
      'true',
    );
    await gallery.getByRole('button', { name: 'Previous image' }).click();
    await expect(gallery.getByRole('button', { name: 'Show image 1' })).toHaveAttribute(
      'aria-current',
      'true',
    );
  });
  await test.step('a breadcrumb', async () => {
    const crumbs = page.getByRole('navigation', { name: /breadcrumb/i });
    await expect(crumbs.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
    await expect(crumbs.getByRole('link', { name: 'Products' })).toHaveAttribute('href', '/products');
    expect(await categoryOf(crumbs.getByRole('link', { name: device.category }))).toEqual([
      '/products',
      device.category,
    ]);
  });
  await test.step('price, price when new and what the discount compares with', async () => {
    const percent = Math.round((1 - device.price / device.originalPrice) * 100);
    await expect(main(page)).toContainText(usd(device.price));
    await expect(main(page)).toContainText(`New ${usd(device.originalPrice).replace('.00', '')}`);
    await expect(main(page)).toContainText(`−${percent}%`);
    await expect(main(page).getByText(`Save ${percent}% against new`).first()).toBeVisible();
    // A used device never cost here what a new one does.
    await expect(main(page).locator('s')).toHaveCount(0);
  });
  await test.step('three tabs: Description, Specifications, Reviews', async () => {
    await expect(page.getByRole('tab')).toHaveText(['Description', 'Specifications', /^Reviews( \(\d+\))?$/]);
    await expect(page.getByRole('tabpanel')).toContainText(device.description.slice(0, 40));
    await page.getByRole('tab', { name: 'Specifications' }).click();
    for (const [key, value] of Object.entries(device.specifications)) {
      await expect(page.getByRole('tabpanel')).toContainText(key);
      await expect(page.getByRole('tabpanel')).toContainText(String(value));
    }
  });
  await test.step('Write a Review leads a guest to sign in', async () => {
    await page.getByRole('tab', { name: /^Reviews/ }).click();
    await expect(main(page).getByRole('link', { name: 'Write a Review', exact: true })).toHaveAttribute(
      'href',
      /^\/login\?from=/,
    );
  });
  await test.step('at most four related products, all of the same category', async () => {
    const { related } = (await call(shop.url, 'GET', `/products/${device.id}`)).body.data;
    expect(related.length).toBeGreaterThan(0);
    expect(related.length).toBeLessThanOrEqual(4);
    for (const { category } of related) expect(category).toBe(device.category);
    const section = main(page).locator('section', {
      has: page.getByRole('heading', { name: `More ${device.category}` }),
    });
    await expect(section.getByRole('article')).toHaveCount(related.length);
  });
  await test.step('badges of condition and homepage; stock in words', async () => {
    const few = await addDevice(shop, { condition: 'refurbished', featured: true, stockCount: 4 });
    await open(page, `/product/${few.slug}`);
    await expect(main(page).getByText('Certified Refurbished', { exact: true }).first()).toBeVisible();
    await expect(main(page).getByText('Featured', { exact: true })).toBeVisible();
    await expect(main(page).getByText('Only 4 left in stock')).toBeVisible();
    const none = await addDevice(shop, { stockCount: 0 });
    await open(page, `/product/${none.slug}`);
    await expect(main(page).getByText('Out of stock').first()).toBeVisible();
    await expect(addButton(page)).toHaveCount(0);
  });
  await test.step('a product without an image shows the placeholder', async () => {
    await expect(main(page).getByRole('img').first()).toHaveAttribute('src', /placeholder/);
  });
});

const usd = (amount: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount);

test('/search', async ({ page, shop }) => {
  const { name } = await addDevice(shop);
  await test.step('number of results', async () => {
    await open(page, `/search?q=${encodeURIComponent(name)}`);
    await expect(page.getByText('1 result', { exact: true })).toBeVisible();
  });
  await test.step('results appear as a grid or a list', async () => {
    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'List' }).click();
    await expect(page).toHaveURL(/view=list/);
    await expect(page.getByRole('article')).toHaveCount(1);
  });
  await test.step('no results, with Go Back', async () => {
    await open(page, '/categories');
    const search = page.getByRole('combobox', { name: 'Search products' });
    await search.fill('qqqqqqqq');
    await search.press('Enter');
    await expect(page.getByRole('heading', { name: 'No results for “qqqqqqqq”' })).toBeVisible();
    await page.getByRole('link', { name: 'Go Back', exact: true }).click();
    await expect(page).toHaveURL('/categories');
  });
});

test('/categories', async ({ page, shop }) => {
  await open(page, '/categories');
  const { body } = await call(shop.url, 'GET', '/categories');
  const known = [
    'Smartphones',
    'Laptops',
    'Audio & Headphones',
    'Smart Watches',
    'Gaming Consoles',
    'Tablets',
  ];
  const icons = new Set<string>();
  await test.step('a card has image, name, description and product count, and leads to its list', async () => {
    for (const name of known) {
      const { description } = body.data.find((item: { name: string }) => item.name === name);
      const card = page
        .getByRole('article')
        .filter({ has: page.getByRole('heading', { name, exact: true }) });
      await expect(card).toContainText(description);
      await expect(card).toContainText(/\d+ products?/);
      await expect(card.locator('img')).toHaveCount(1);
      expect(await categoryOf(card.getByRole('link'))).toEqual(['/products', name]);
      icons.add(await card.locator('svg').first().innerHTML());
    }
  });
  await test.step('each of the six known categories has its own icon', () => {
    expect(icons.size).toBe(known.length);
  });
});

test('/cart', async ({ page, shop }) => {
  const device = await addDevice(shop, { price: 20 });
  await addToCart(page, device);
  await open(page, '/cart');
  await test.step('lines with a quantity stepper, and a summary: 9.99 shipping, 8% tax', async () => {
    await expect(main(page).getByRole('textbox', { name: `Quantity of ${device.name}` })).toHaveValue('1');
    const summary = main(page).getByRole('region', { name: 'Order summary' });
    for (const figure of ['$20.00', '$9.99', '$1.60', '$31.59']) await expect(summary).toContainText(figure);
    await main(page).getByRole('button', { name: 'One more' }).click();
    await expect(summary).toContainText('$53.19');
  });
  await test.step('links to the checkout and to the products', async () => {
    await expect(main(page).getByRole('link', { name: 'Go to checkout' })).toHaveAttribute(
      'href',
      '/checkout',
    );
    await expect(main(page).getByRole('link', { name: 'Continue shopping' })).toHaveAttribute(
      'href',
      '/products',
    );
  });
  await test.step('a line is removed', async () => {
    await main(page)
      .getByRole('button', { name: `Remove ${device.name}` })
      .click();
    await expect(main(page).getByText('Your cart is empty')).toBeVisible();
  });
  await test.step('Clear Cart says Cart cleared successfully!', async () => {
    await addToCart(page, device);
    await open(page, '/cart');
    await main(page).getByRole('button', { name: 'Clear Cart', exact: true }).click();
    await expect(notice(page, 'Cart cleared successfully!')).toBeVisible();
  });
  await test.step('it is stored in the browser under cart-storage', async () => {
    await addToCart(page, device);
    const kept = await page.evaluate(() => localStorage.getItem('cart-storage'));
    expect(kept).toContain(device.id);
  });
});

test('/checkout and /order-confirmation', async ({ page, shop }) => {
  const person = newPerson();
  await addToCart(page, await addDevice(shop));
  await goToCheckout(page);
  await fillAddress(page, person);
  await fillCard(page, goodCard);
  const posted = page.waitForRequest(
    (request) => request.method() === 'POST' && /api\/orders$/.test(request.url()),
  );
  await payButton(page).click();
  await test.step('an order is sent with items, shipping address, payment method card and the total', async () => {
    const sent = (await posted).postDataJSON();
    expect(sent).toMatchObject({
      items: [{ product: expect.any(String), quantity: 1 }],
      shippingAddress: { firstName: person.firstName, lastName: person.lastName, country: 'United States' },
      paymentMethod: 'card',
      total: 216,
    });
    expect(Object.keys(sent.shippingAddress).sort()).toEqual([
      'address',
      'city',
      'country',
      'email',
      'firstName',
      'lastName',
      'phone',
      'state',
      'zipCode',
    ]);
  });
  await expect(heading(page, 'Thank you, your order is confirmed')).toBeVisible();
  await test.step('total, number and e-mail', async () => {
    await expect(main(page)).toContainText('$216.00');
    await expect(main(page).getByText(/^MJ-[A-Z0-9]+$/)).toBeVisible();
    await expect(main(page)).toContainText(person.email);
  });
  await test.step('delivery is estimated five business days after processing', async () => {
    const terms = { standardDaysFrom: 5, standardDaysTo: 7, expressDays: 2, timeZone: 'UTC' };
    const estimate = main(page).locator('dt', { hasText: 'Estimated delivery' }).locator('..');
    await expect(estimate).toContainText(dayRange(deliverySpan(new Date(), terms, 'standard')));
  });
  await test.step('standard shipping takes 5-7 business days, processing 1-2', async () => {
    await expect(main(page).getByText('Standard shipping takes 5-7 business days.')).toBeVisible();
    await expect(main(page).getByText('Processing takes 1-2 business days.')).toBeVisible();
  });
});

test('/orders', async ({ page, shop }) => {
  await test.step('guests are asked to sign in', async () => {
    await open(page, '/orders');
    await expect(page.getByRole('heading', { name: 'Sign in to see your orders' })).toBeVisible();
  });
  const person = newPerson();
  await register(page, person);
  const device = await addDevice(shop);
  await addToCart(page, device);
  const number = await buyWhatIsInTheCart(page, person);
  const card = page.getByRole('article', { name: `Order ${number}` });
  const set = async (status: string, trackingNumber?: string) => {
    const body = { status, ...(trackingNumber && { trackingNumber }) };
    const answer = await call(shop.url, 'PUT', `/orders/${number}/status`, { token: shop.adminToken, body });
    expect(answer.status).toBe(200);
    await open(page, '/orders');
    await expect(card).toBeVisible();
  };
  await test.step('search and a status filter: all, processing, shipped, delivered, cancelled', async () => {
    await open(page, '/orders');
    await expect(main(page).getByLabel('Search', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Status').getByRole('option')).toHaveText([
      'All',
      'Processing',
      'Shipped',
      'Delivered',
      'Cancelled',
    ]);
  });
  await test.step('an order shows number, status, date, total, items and expected delivery', async () => {
    await expect(card).toContainText(number);
    await expect(card).toContainText('Processing');
    await expect(card).toContainText('Ordered');
    await expect(card).toContainText('$216.00');
    await expect(card).toContainText(device.name);
    await expect(card).toContainText('Estimated delivery');
  });
  const tracking = card.getByRole('link', { name: 'Track Package', exact: true });
  const again = card.getByRole('button', { name: 'Reorder', exact: true });
  await test.step('neither Track Package nor Reorder before it ships', async () => {
    await expect(tracking).toHaveCount(0);
    await expect(again).toHaveCount(0);
  });
  await test.step('Track Package and the tracking number only while it is shipped', async () => {
    await set('shipped', `1Z${number}`);
    await expect(card).toContainText(`1Z${number}`);
    await expect(tracking).toHaveAttribute('href', `/track?tracking=1Z${number}`);
    await expect(again).toHaveCount(0);
  });
  await test.step('Reorder only once it is delivered', async () => {
    await set('delivered');
    await expect(again).toBeVisible();
    await expect(tracking).toHaveCount(0);
  });
});

test('/profile', async ({ page }) => {
  const person = newPerson();
  await register(page, person);
  await open(page, '/profile');
  await test.step('read-only until Edit Profile', async () => {
    await expect(main(page)).toContainText(fullName(person));
    await expect(field(page, 'Full name')).toHaveCount(0);
  });
  await test.step('Cancel restores the former values', async () => {
    await page.getByRole('button', { name: 'Edit Profile', exact: true }).click();
    await field(page, 'Full name').fill('Somebody Else');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(field(page, 'Full name')).toHaveCount(0);
    await expect(main(page)).toContainText(fullName(person));
    await page.getByRole('button', { name: 'Edit Profile', exact: true }).click();
    await expect(field(page, 'Full name')).toHaveValue(fullName(person));
  });
  await test.step('Save shows Profile updated successfully!, and it persists', async () => {
    await field(page, 'Full name').fill('Grace Hopper');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(notice(page, 'Profile updated successfully!')).toBeVisible();
    await expect(field(page, 'Full name')).toHaveCount(0);
    await open(page, '/profile');
    await expect(main(page).getByText('Grace Hopper')).toBeVisible();
  });
  await test.step('account stats, payment methods, preferences and security', async () => {
    for (const label of ['Orders', 'Total spent', 'Member since'])
      await expect(main(page).locator('dt', { hasText: label }).first()).toBeVisible();
    for (const title of ['Payment methods', 'Preferences', 'Password', 'Two-factor sign-in', 'Addresses'])
      await expect(main(page).getByRole('heading', { name: title }).first()).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Delivery emails' })).toBeChecked();
  });
  await test.step('a preference is saved in the account', async () => {
    await page.getByRole('switch', { name: 'Delivery emails' }).click();
    await expect(notice(page, 'Profile updated successfully!')).toBeVisible();
    await open(page, '/profile');
    await expect(page.getByRole('switch', { name: 'Delivery emails' })).not.toBeChecked();
  });
});

test('/track', async ({ page, shop, tolerate }) => {
  tolerate(/api\/tracking.*status of 404/);
  await test.step('blank input is ignored', async () => {
    let asked = 0;
    await page.route('**/api/tracking/**', async (route) => {
      asked += 1;
      await route.continue();
    });
    await track(page, '   ', '');
    await expect(page).toHaveURL('/track');
    expect(asked).toBe(0);
  });
  await test.step('an unknown number is not found, in the words of the description', async () => {
    await track(page, 'NOBODY-KNOWS', '');
    await expect(
      page.getByText('Tracking number not found. Please check your tracking number and try again.', {
        exact: true,
      }),
    ).toBeVisible();
  });
  const { id, orderNumber } = await placeOrderByApi(shop, await addDevice(shop));
  const body = { status: 'shipped', trackingNumber: `1Z${orderNumber}` };
  await call(shop.url, 'PUT', `/orders/${id}/status`, { token: shop.adminToken, body });
  await test.step('the number may be in the URL', async () => {
    await open(page, `/track?tracking=${orderNumber}`);
    await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();
    await open(page, `/track?tracking=1Z${orderNumber}`);
    await expect(page.getByRole('heading', { name: 'Your parcel' })).toBeVisible();
    await expect(main(page)).toContainText('Estimated delivery');
    await expect(main(page)).toContainText(`1Z${orderNumber}`);
  });
  await test.step('the steps of a parcel, the last completed one being current', async () => {
    const steps = main(page).getByRole('listitem');
    await expect(steps.filter({ hasText: 'Order Placed' })).toBeVisible();
    await expect(main(page).locator('[aria-current=step]')).toContainText('Shipped');
    for (const open of ['In Transit', 'Out for Delivery', 'Delivered'])
      await expect(steps.filter({ hasText: open })).toContainText('still to come');
  });
});

test('/login', async ({ page, tolerate }) => {
  tolerate(/api\/auth\/login.*(status of 401|ERR_FAILED)|ERR_FAILED/);
  const person = newPerson();
  await register(page, person);
  await banner(page)
    .getByLabel(`Account of ${fullName(person)}`)
    .click();
  await test.step('Sign Out clears the user even if the call fails', async () => {
    await page.route('**/api/auth/logout', (route) => route.abort());
    await banner(page).getByRole('button', { name: 'Sign Out' }).click();
    await expect(banner(page).getByRole('link', { name: 'Sign In' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('auth-token'))).toBeNull();
  });
  const submit = main(page).getByRole('button', { name: 'Sign In' });
  await test.step('e-mail and password are required', async () => {
    await open(page, '/login');
    await submit.click();
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
  });
  await test.step('Invalid email or password', async () => {
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill('wrong one');
    await submit.click();
    await expect(page.getByText('Invalid email or password', { exact: true })).toBeVisible();
  });
  await test.step('An error occurred. Please try again.', async () => {
    await page.route('**/api/auth/login', (route) => route.abort());
    await page.getByLabel('Password').fill(person.password);
    await submit.click();
    await expect(page.getByText('An error occurred. Please try again.', { exact: true })).toBeVisible();
    await page.unroute('**/api/auth/login');
  });
  await test.step('success leads to the home page; the token has its own key', async () => {
    const answered = page.waitForRequest((request) => /api\/(auth\/me|cart)/.test(request.url()));
    await signIn(page, person);
    const { token, stored } = await page.evaluate(() => ({
      token: localStorage.getItem('auth-token'),
      stored: localStorage.getItem('auth-storage'),
    }));
    expect(stored).toContain(person.email);
    expect(stored).not.toContain(token);
    await open(page, '/orders');
    expect((await answered).headers().authorization).toBe(`Bearer ${token}`);
  });
  await test.step('on start one call asks who is signed in', async () => {
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/me')) asked += 1;
    });
    const answered = page.waitForResponse('**/api/auth/me');
    await open(page, '/');
    await answered;
    await expect(banner(page).getByLabel(`Account of ${fullName(person)}`)).toBeVisible();
    await banner(page).getByRole('link', { name: 'Categories', exact: true }).click();
    await expect(heading(page, 'Categories')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(asked).toBe(1);
  });
});

test('/register', async ({ page, tolerate }) => {
  tolerate(/api\/auth\/register.*status of 409/);
  const person = newPerson();
  const submit = page.getByRole('button', { name: 'Create account' });
  await test.step('name, e-mail, password, confirmation and the terms are required', async () => {
    await open(page, '/register');
    await submit.click();
    for (const label of ['Full name', 'Email', 'Password', 'Confirm password'])
      await expect(field(page, label), label).toHaveAttribute('required', '');
    await expect(field(page, 'Full name')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('checkbox', { name: 'I agree to the terms' })).toHaveAttribute(
      'required',
      '',
    );
    await expect(page).toHaveURL('/register');
  });
  const fill = async (password: string, confirmation: string, terms = true) => {
    await page.getByLabel('Full name').fill(fullName(person));
    await page.getByLabel('Email').fill(person.email);
    await field(page, 'Password').fill(password);
    await page.getByLabel('Confirm password').fill(confirmation);
    await page.getByRole('checkbox', { name: 'I agree to the terms' }).setChecked(terms);
    await submit.click();
  };
  await test.step('Password must be at least 6 characters long', async () => {
    await fill('short', 'short');
    await expect(
      page.getByText('Password must be at least 6 characters long', { exact: true }),
    ).toBeVisible();
  });
  await test.step('Passwords do not match', async () => {
    await fill('long enough', 'something else');
    await expect(page.getByText('Passwords do not match', { exact: true })).toBeVisible();
  });
  await test.step('accepting the terms is required', async () => {
    await fill('long enough', 'long enough', false);
    await expect(page.getByText('Please accept the terms to create an account')).toBeVisible();
    await expect(page).toHaveURL('/register');
  });
  await test.step('success signs in and leads to the home page', async () => {
    await fill('long enough', 'long enough');
    await expect(page).toHaveURL('/');
    await expect(banner(page).getByLabel(`Account of ${fullName(person)}`)).toBeVisible();
  });
  await test.step('Registration failed. Please try again.', async () => {
    await page.evaluate(() => localStorage.clear());
    await open(page, '/register');
    await fill('long enough', 'long enough');
    await expect(page.getByText('Registration failed. Please try again.', { exact: true })).toBeVisible();
  });
});

test('/forgot-password', async ({ page, tolerate }) => {
  tolerate(/ERR_FAILED/);
  const send = page.getByRole('button', { name: 'Send reset link' });
  await open(page, '/forgot-password');
  await page.getByLabel('Email').fill('nobody@example.com');
  await test.step('Something went wrong. Please try again.', async () => {
    await page.route('**/api/auth/forgot-password', (route) => route.abort());
    await send.click();
    await expect(page.getByText('Something went wrong. Please try again.', { exact: true })).toBeVisible();
    await page.unroute('**/api/auth/forgot-password');
  });
  await test.step('the form is replaced by a message that does not reveal accounts', async () => {
    await send.click();
    await expect(
      page.getByText('If an account with that email exists, a password reset link has been sent.', {
        exact: true,
      }),
    ).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveCount(0);
  });
});

test('toasts', async ({ page }) => {
  await open(page, '/track');
  const show = (name: string, type?: string) =>
    page.evaluate(
      ([event = '', detailType]) =>
        window.dispatchEvent(
          new CustomEvent(event, {
            detail: { message: `${event} ${detailType}`, ...(detailType && { type: detailType }) },
          }),
        ),
      [name, type] as (string | undefined)[],
    );
  await test.step('two events show them: cart-updated a success, app-error an error', async () => {
    await show('cart-updated');
    await expect(page.getByRole('status').getByText('cart-updated')).toBeVisible();
    await show('app-error');
    await expect(page.getByRole('alert').getByText('app-error')).toBeVisible();
  });
  await test.step('they appear at the top right', async () => {
    const box = await page.getByText('app-error').boundingBox();
    expect(box?.y).toBeLessThan(200);
    expect(box?.x).toBeGreaterThan(640);
  });
  await test.step('a success closes after three seconds; an error stays until it is closed', async () => {
    await expect(page.getByText('cart-updated')).toBeHidden();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await show('cart-updated', 'info');
    await page.clock.runFor(2_900);
    await expect(page.getByText('cart-updated info')).toBeVisible();
    await page.clock.runFor(1_500);
    await expect(page.getByText('cart-updated info')).toBeHidden();
    await test.step('every success closes after three seconds, with more content too', async () => {
      await page.evaluate(() => {
        const detail = { message: 'with more content', more: () => 'more' };
        window.dispatchEvent(new CustomEvent('cart-updated', { detail }));
      });
      await page.clock.runFor(2_900);
      await expect(page.getByText('with more content')).toBeVisible();
      await page.clock.runFor(1_500);
      await expect(page.getByText('with more content')).toBeHidden();
    });
    await test.step('hover and focus pause the three seconds', async () => {
      await show('cart-updated', 'success');
      const shown = page.getByText('cart-updated success');
      await shown.hover();
      await page.clock.runFor(10_000);
      await expect(shown).toBeVisible();
      const close = page.getByRole('status').getByRole('button', { name: 'Close notice' });
      await close.focus();
      await page.mouse.move(0, 0);
      await page.clock.runFor(10_000);
      await expect(shown).toBeVisible();
      await close.blur();
      await page.clock.runFor(3_500);
      await expect(shown).toBeHidden();
    });
    await page.clock.resume();
    await expect(page.getByText('app-error')).toBeVisible();
    await page.getByRole('button', { name: 'Close notice' }).click();
    await expect(page.getByText('app-error')).toBeHidden();
  });
  await test.step('success, error, warning and info', async () => {
    for (const type of ['success', 'error', 'warning', 'info']) {
      await show('cart-updated', type);
      await expect(page.getByText(`cart-updated ${type}`)).toBeVisible();
    }
  });
});

test('failed requests show an error, never an empty list', async ({ page, tolerate }) => {
  tolerate(/status of 503/);
  await register(page, newPerson());
  await page.route('**/api/orders?*', (route) => route.fulfill({ status: 503, body: '{}' }));
  await open(page, '/orders');
  await expect(page.getByRole('heading', { name: 'Your orders could not be loaded' })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText('No orders yet')).toHaveCount(0);
  await page.unroute('**/api/orders?*');
  await page.getByRole('button', { name: /try again|retry/i }).click();
  await expect(page.getByText('No orders yet')).toBeVisible();
});
