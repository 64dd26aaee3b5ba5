import { expectNoViolations } from './accessibility.ts';
import { addDevice } from './devices.ts';
import { expect, open, test } from './journey.ts';

// Demo products, which have several images.
const phone = '/products?category=Smartphones&brand=Apple';

test('product images are zoomed with the keyboard only', async ({ page }) => {
  await open(page, phone);
  const link = page.getByRole('region', { name: 'Products' }).getByRole('article').getByRole('link').first();
  const name = await link.innerText();
  await link.click();
  await page.getByRole('button', { name: 'Enlarge the image' }).press('Enter');
  const viewer = page.getByRole('dialog', { name: `Images of ${name}` });
  await expect(viewer.getByRole('status')).toHaveText(/^1 \/ \d/);
  const image = viewer.getByRole('img');
  const first = await image.getAttribute('src');
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('status')).toHaveText(/^2 \/ \d/);
  await expect(image).not.toHaveAttribute('src', first ?? '');

  const whole = await image.boundingBox();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  expect((await image.boundingBox())?.width).toBeCloseTo((whole?.width ?? 0) * 3, 0);
  const stage = viewer.getByRole('region', { name: 'Enlarged image' });
  const scrolled = () => stage.evaluate((box) => box.scrollLeft);
  const middle = await scrolled();
  expect(middle).toBeGreaterThan(0);
  await stage.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(scrolled).toBeGreaterThan(middle);
  // While zoomed in, arrow keys move the image instead of opening the next one.
  await expect(viewer.getByRole('status')).toHaveText(/^2 \/ \d/);
  await expectNoViolations(page, 'image viewer');

  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(page.getByRole('button', { name: 'Enlarge the image' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Show image 2' })).toHaveAttribute('aria-current', 'true');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a tap zooms an image and a swipe shows the next', async ({ page }) => {
    await open(page, phone);
    await page.getByRole('region', { name: 'Products' }).getByRole('article').getByRole('link').first().tap();
    await page
      .getByRole('region', { name: /^Images of/ })
      .getByRole('img')
      .first()
      .tap();
    const viewer = page.getByRole('dialog', { name: /^Images of/ });
    await expect(viewer.getByRole('status')).toHaveText(/^1 \/ \d/);
    const touch = await page.context().newCDPSession(page);
    const at = (x: number) => ({ touchPoints: [{ x, y: 400 }] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(300) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(200) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(120) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(viewer.getByRole('status')).toHaveText(/^2 \/ \d/);
  });
});

test('the bar with the button shows a long name and what was chosen whole on a tablet', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  const device = await addDevice(shop, {
    name: 'Galaxy Book Pro 360 15 Evo 16 GB 1 TB Mystic Navy',
    price: 1200,
    originalPrice: 1899,
    specifications: { Memory: '16 GB', Storage: '1 TB', Color: 'Mystic Navy' },
  });
  await open(page, `/product/${device.slug}`);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const bar = page
    .getByRole('main')
    .getByRole('paragraph')
    .filter({ hasText: / · 1 TB · Mystic Navy$/ });
  await expect(bar).toBeVisible();
  const isWhole = await bar.evaluate((text) =>
    [text, ...text.children].every((part) => part.scrollWidth <= part.clientWidth || part.clientWidth === 0),
  );
  expect(isWhole).toBe(true);
});
