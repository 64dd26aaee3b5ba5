import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { expect, open, test } from './journey.ts';
import { notice } from './shopper.ts';

// Grades and tests of "other" devices: no journey grades one.
const editor = '/admin/bench?view=grading&kind=other';

test('a new version of grades and tests is drafted, previewed and published', {
  tag: ['@units'],
}, async ({ page }) => {
  await openBackOffice(page, '/admin/bench');
  await page.getByRole('link', { name: 'Grades and tests' }).click();
  await page.getByRole('tab', { name: 'Other' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Other' });
  const bar = panel.getByText(/^Published: grades version 1, tests version 1/);
  await expect(bar).toContainText('No draft.');
  const publish = panel.getByRole('button', { name: 'Publish' });
  await expect(publish).toBeDisabled();

  await test.step('what is unfinished is said', async () => {
    await panel.getByRole('button', { name: 'Add surface' }).click();
    await panel.getByRole('textbox', { name: 'Surface 2' }).fill('Ports');
    const faults = panel.getByRole('region', { name: 'Before it can be published' });
    await expect(faults).toContainText('Grade A: write the words for Ports.');
    for (const words of await panel.getByRole('textbox', { name: 'Ports', exact: true }).all())
      await words.fill('Clean and firm');
    await expect(faults).toBeHidden();
    await panel.getByRole('button', { name: 'Add test' }).click();
    await panel.getByPlaceholder('What is tested').last().fill('Dust in the ports');
    await expectNoViolations(page, 'editor of grades');
  });

  await test.step('a draft survives a reload and changes nothing yet', async () => {
    await panel.getByRole('button', { name: 'Save draft' }).click();
    await expect(notice(page, 'Draft saved')).toBeVisible();
    await open(page, editor);
    await expect(panel.getByText(/A draft is saved\.$/)).toBeVisible();
    await expect(panel.getByRole('textbox', { name: 'Surface 2' })).toHaveValue('Ports');
    await expect(panel.getByRole('tabpanel', { name: 'Customers read' })).toContainText('Clean and firm');
    await open(page, '/grading');
    await expect(page.getByRole('region', { name: 'Other' })).not.toContainText('Clean and firm');
  });

  await test.step('unsaved changes are not lost by another tab', async () => {
    await open(page, editor);
    await panel.getByRole('textbox', { name: 'Surface 2' }).fill('Ports and slots');
    await page.getByRole('tab', { name: 'Watch' }).click();
    await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toBeVisible();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('tab', { name: 'Other' }).click();
    await expect(panel.getByRole('textbox', { name: 'Surface 2' })).toHaveValue('Ports');
  });

  await test.step('publish', async () => {
    await publish.click();
    const dialog = page.getByRole('dialog', { name: 'Publish grades and tests' });
    await expect(dialog).toContainText('No device in hand was graded under an earlier version.');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(panel.getByText(/^Published: grades version 2, tests version 2/)).toContainText('No draft.');
    await open(page, '/grading');
    const words = page.getByRole('region', { name: 'Other' });
    await expect(words).toContainText('Clean and firm');
    await expect(words).toContainText('Dust in the ports');
    await expect(words).toContainText('Version 2');
  });
});
