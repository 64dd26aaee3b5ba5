import { formatTimeAs } from '@reprise/contract/dates';
import {
  type FormatName,
  formatNames,
  formatNumber,
  type Paper,
  papers,
  type WeekStart,
  weekStarts,
} from '@reprise/contract/formats';
import { Select } from '../../ui/forms/select.tsx';
import { Group, useSetting } from './settings-group.tsx';

const places: Record<FormatName, string> = {
  'en-US': 'United States',
  'en-GB': 'United Kingdom, Ireland',
  'en-AU': 'Australia, New Zealand',
  'en-IN': 'India',
  'de-DE': 'Germany, Italy, Spain, Netherlands',
  'fr-FR': 'France',
  'de-CH': 'Switzerland',
  'ja-JP': 'Japan',
};

const weekdays: Record<WeekStart, string> = { sunday: 'Sunday', monday: 'Monday', saturday: 'Saturday' };
const paperNames: Record<Paper, string> = { letter: 'Letter, 8.5 × 11 in', a4: 'A4, 210 × 297 mm' };

/** Returns "United States: Dec 2, 2026, 2:05 PM, 12,345.6". */
const exampleOf = (name: FormatName) =>
  `${places[name]}: ${formatTimeAs('dateTime', '2026-12-02T14:05:00Z', 'UTC', name)}, ${formatNumber(123_456.5, name)}`;

/** Formats of the store, whose words stay English. */
export function FormatSettings() {
  const setting = useSetting();
  return (
    <Group title="Dates, numbers and paper">
      <Select
        fieldClassName="sm:col-span-2"
        hint="In the store, the back office and emails, for what is shown and what is typed. Files and the API do not follow it."
        options={formatNames.map((name) => [name, exampleOf(name)] as const)}
        {...setting('format')}
      />
      <Select
        hint="Weeks of charts begin on it."
        options={weekStarts.map((day) => [day, weekdays[day]] as const)}
        {...setting('weekStartsOn')}
      />
      <Select
        hint="Invoices, packing slips and lists print on it. Label printers have their own."
        options={papers.map((paper) => [paper, paperNames[paper]] as const)}
        {...setting('paper')}
      />
    </Group>
  );
}
