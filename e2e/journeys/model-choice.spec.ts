import { expect, open, test } from './journey.ts';
import { heading, notice } from './shopper.ts';

test('five taps lead from a search to an iPhone 13 with 256 GB in blue in the cart', async ({
  page,
  shop,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/');

  await test.step('find the model: two taps', async () => {
    const search = page.getByRole('combobox', { name: 'Search products' });
    await search.click();
    await search.fill('iphone 13');
    await page.keyboard.press('Enter');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^iPhone 13\b/ })
      .first()
      .click();
    await expect(heading(page, /^iPhone 13 /)).toBeVisible();
  });

  await test.step('choose color and storage: two taps', async () => {
    await page.getByRole('region', { name: 'Storage' }).getByRole('link', { name: '256 GB' }).click();
    await expect(heading(page, 'iPhone 13 256 GB Blue')).toBeVisible();
    const blue = page.getByRole('region', { name: 'Color' }).getByRole('link', { name: 'Blue' });
    await expect(blue).toHaveAttribute('aria-current', 'true');
    await blue.click();
    await expect(heading(page, 'iPhone 13 256 GB Blue')).toBeVisible();
    const midnight = page.getByRole('region', { name: 'Color' }).getByRole('link', { name: 'Midnight' });
    await expect(midnight).toContainText('in 128 GB');
  });

  await test.step('it costs less than $300, has a good battery and is added: one tap', async () => {
    const main = page.getByRole('main');
    await expect(main.getByText(/^\$2\d\d\.00$/).first()).toBeVisible();
    await expect(main.getByText('Battery health 86% or better')).toBeVisible();
    await main.getByRole('button', { name: 'Add to Cart', exact: true }).first().click();
    await expect(notice(page, 'iPhone 13 256 GB Blue added to cart!')).toBeVisible();
  });

  await test.step('the choices are links and lead there without scripts, too', async () => {
    const plain = await browser.newPage({ javaScriptEnabled: false });
    await plain.goto(`${shop.url}/product/iphone-13`);
    expect(new URL(plain.url()).pathname).toMatch(/^\/product\/iphone-13-128-gb-midnight-/);
    await plain.getByRole('region', { name: 'Storage' }).getByRole('link', { name: '256 GB' }).click();
    await expect(plain).toHaveURL(/\/product\/iphone-13-256-gb-blue-good$/);
    const variants = await plain.locator('script[type="application/ld+json"]').first().textContent();
    expect(JSON.parse(variants ?? '')).toMatchObject({ '@type': 'ProductGroup', name: 'iPhone 13' });
    await plain.close();
  });
});
