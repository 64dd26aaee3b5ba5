import type { Unit } from '@reprise/contract/workshop/units/unit';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { browserStorage } from '../../../../browser/browser-storage.ts';
import { Checkbox } from '../../../../ui/forms/checkbox.tsx';
import { labelOfUnit } from '../labels/label.ts';
import { LabelsOnPaper } from '../labels/label-sheets.tsx';
import { useLabelPaper } from '../labels/use-label-paper.ts';
import { useRecordLabels } from '../labels/use-record-labels.ts';

const name = 'print-labels';

/** Prints the label of each device that is received from now on, if this desk wants it. */
export function usePrintReceived(received: Unit[]) {
  const [isOn, setOn] = useState(false);
  const [printing, setPrinting] = useState<Unit[]>([]);
  const seen = useRef(new Set<string>());
  const { mutate } = useRecordLabels();
  useEffect(() => setOn(browserStorage().getItem(name) === 'yes'), []);
  useEffect(() => {
    const fresh = received.filter(({ id }) => !seen.current.has(id));
    for (const { id } of fresh) seen.current.add(id);
    if (isOn && fresh.length > 0) setPrinting(fresh);
  }, [received, isOn]);
  // The labels are on the page by now, and nothing else of it is printed.
  useEffect(() => {
    if (printing.length > 0) mutate({ units: printing, print: () => window.print() });
  }, [printing, mutate]);
  const choose = (next: boolean) => {
    browserStorage().setItem(name, next ? 'yes' : 'no');
    setOn(next);
  };
  return { isOn, choose, printing };
}

type PrintReceivedProps = {
  printer: ReturnType<typeof usePrintReceived>;
  field: RefObject<HTMLInputElement | null>;
};

/** Switches the printing on and off, and gives the focus back to the scan field. */
export function PrintReceived({ printer: { isOn, choose }, field }: PrintReceivedProps) {
  return (
    <Checkbox
      label="Print a label after each device"
      hint="On the paper chosen last under Labels. A browser started for kiosk printing asks nothing."
      checked={isOn}
      onChange={(event) => {
        choose(event.target.checked);
        field.current?.focus();
      }}
    />
  );
}

/** Labels that only the printer sees. */
export function PrintedLabels({ units }: { units: Unit[] }) {
  const [paper] = useLabelPaper();
  if (units.length === 0) return null;
  return (
    <div className="hidden print:block">
      <LabelsOnPaper labels={units.map(labelOfUnit)} paper={paper} />
    </div>
  );
}
