import { baseColorCodes } from '@reprise/contract/catalog/products/base-colors';
import type { OptionFacets } from '@reprise/contract/catalog/products/list-options';
import { type OptionName, optionLabels, optionNames } from '@reprise/contract/catalog/products/option-names';
import { ChoiceGroup, Radio } from '../../../ui/forms/checkbox.tsx';
import { ColorSwatch } from '../color-swatch.tsx';
import { percentLabel, withOption } from './active-filters.ts';
import { dividingSteps } from './can-divide.ts';
import { type Choice, ChoiceBoxes, Choices, type ChoicesProps } from './choices.tsx';
import type { ListParams } from './list-params.ts';

type OptionFiltersProps = {
  listParams: ListParams;
  options: OptionFacets;
  /** Number of cards that the list has. */
  total: number;
  apply: (change: Partial<ListParams>) => void;
  /** Text of a count. */
  word: (count: number) => string;
};

/** Filters by family, options, battery and saving: those that the products of the list have. */
export default function OptionFilters({ listParams, options, total, apply, word }: OptionFiltersProps) {
  return (
    <>
      <LongChoices
        label="Model"
        name="family"
        selected={listParams.families}
        options={toChoices(options.family)}
        total={total}
        word={word}
        onChange={(families) => apply({ families })}
      />
      {optionNames.map((name) => (
        <LongChoices
          key={name}
          label={optionLabels[name]}
          name={name}
          selected={listParams.options[name] ?? []}
          options={toOptionChoices(name, options, listParams)}
          total={total}
          word={word}
          onChange={(values) => apply({ options: withOption(listParams.options, name, values) })}
        />
      ))}
      <Steps
        label="Battery"
        name="battery"
        selected={listParams.battery}
        steps={options.battery}
        total={total}
        word={word}
        onChange={(battery) => apply({ battery })}
      />
      <Steps
        label="Saving against new"
        name="saving"
        selected={listParams.saving}
        steps={options.saving}
        total={total}
        word={word}
        onChange={(saving) => apply({ saving })}
      />
    </>
  );
}

const toChoices = (counts: OptionFacets['family']): Choice[] =>
  counts.map(({ value, count }) => ({ value, label: value, count }));

/** Colors are chosen by their base; a name of the maker's is shown only if a link chose it. */
function toOptionChoices(name: OptionName, options: OptionFacets, { options: chosen }: ListParams): Choice[] {
  const choices = toChoices(options[name]);
  if (name === 'color') return choices.filter(({ value }) => chosen.color?.includes(value));
  if (name !== 'baseColor') return choices;
  const place = ({ value }: Choice) => baseColors.indexOf(value) + 1 || baseColors.length + 1;
  return choices
    .map((choice) => ({ ...choice, icon: <Swatch color={choice.value} /> }))
    .sort((a, b) => place(a) - place(b));
}

const baseColors = [...baseColorCodes.keys()];

/** An empty place keeps the names of colors without a code in line with the others. */
function Swatch({ color }: { color: string }) {
  const code = baseColorCodes.get(color);
  return code ? <ColorSwatch code={code} /> : <span className="size-5 shrink-0" />;
}

/** Longer lists are folded after as many choices. */
const maxUnfolded = 8;

function LongChoices(props: ChoicesProps) {
  const { options, selected } = props;
  if (options.length <= maxUnfolded + 2) return <Choices {...props} />;
  const folded = options.slice(maxUnfolded);
  return (
    <Choices {...props} options={options.slice(0, maxUnfolded)}>
      <details open={folded.some(({ value }) => selected.includes(value)) || undefined}>
        <summary className="min-h-8 cursor-pointer text-ink-muted text-sm hover:text-ink pointer-coarse:min-h-11">
          {`${folded.length} more`}
        </summary>
        <div className="grid gap-1.5">
          <ChoiceBoxes {...props} options={folded} />
        </div>
      </details>
    </Choices>
  );
}

type StepsProps = {
  label: string;
  name: string;
  selected: number | null;
  steps: OptionFacets['battery'];
  total: number;
  word: (count: number) => string;
  onChange: (selected: number | null) => void;
};

/** Radio buttons for the least value of a percentage. */
function Steps({ label, name, selected, steps, total, word, onChange }: StepsProps) {
  const choices = dividingSteps(steps, selected, total);
  if (choices.length === 0) return null;
  return (
    <ChoiceGroup label={label}>
      <Radio name={name} value="" label="Any" checked={selected === null} onChange={() => onChange(null)} />
      {choices.map(({ value, count }) => (
        <Radio
          key={value}
          name={name}
          value={value}
          label={percentLabel(value)}
          aside={word(count)}
          checked={selected === value}
          onChange={() => onChange(value)}
        />
      ))}
    </ChoiceGroup>
  );
}
