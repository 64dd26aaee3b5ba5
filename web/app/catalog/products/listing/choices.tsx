import type { ReactNode } from 'react';
import { Checkbox, ChoiceGroup } from '../../../ui/forms/checkbox.tsx';
import { canDivide } from './can-divide.ts';

export type Choice<T extends string = string> = {
  value: T;
  label: string;
  count: number;
  /** Before the label. */
  icon?: ReactNode;
};

export type ChoicesProps<T extends string = string> = {
  label: string;
  name: string;
  selected: T[];
  options: Choice<T>[];
  /** Number of cards that the list has. */
  total: number;
  /** Text of a count. */
  word: (count: number) => string;
  onChange: (selected: T[]) => void;
  /** After the choices. */
  children?: ReactNode;
};

/** Checkboxes of a filter with their counts; nothing if they cannot divide the list. */
export function Choices<T extends string>({ children, total, ...props }: ChoicesProps<T>) {
  const { label, options, selected } = props;
  if (selected.length === 0 && !canDivide(options, total)) return null;
  return (
    <ChoiceGroup label={label}>
      <ChoiceBoxes {...props} />
      {children}
    </ChoiceGroup>
  );
}

type ChoiceBoxesProps<T extends string> = Omit<ChoicesProps<T>, 'label' | 'total' | 'children'>;

export function ChoiceBoxes<T extends string>({
  name,
  selected,
  options,
  word,
  onChange,
}: ChoiceBoxesProps<T>) {
  return options.map(({ value, label, count, icon }) => (
    <Checkbox
      key={value}
      name={name}
      value={value}
      label={icon ? <WithIcon icon={icon} label={label} /> : label}
      aside={word(count)}
      checked={selected.includes(value)}
      disabled={count === 0 && !selected.includes(value)}
      onChange={(event) =>
        onChange(event.target.checked ? [...selected, value] : selected.filter((other) => other !== value))
      }
    />
  ));
}

function WithIcon({ icon, label }: Pick<Choice, 'icon' | 'label'>) {
  return (
    <span className="flex items-center gap-2">
      {icon}
      {label}
    </span>
  );
}
