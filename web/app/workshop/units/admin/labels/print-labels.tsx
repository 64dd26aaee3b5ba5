import { maxUnitsPerCall, type Unit } from '@reprise/contract/workshop/units/unit';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Printer } from '../../../../ui/icons/lucide.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { labelsUrl } from './labels-url.ts';

type PrintLabelsProps = { units: Unit[] };

/** Leads to the labels of devices; more than one page shows are printed in parts. */
export function PrintLabels({ units }: PrintLabelsProps) {
  const [isOpen, setOpen] = useState(false);
  const content = (
    <>
      <Printer className="size-4" aria-hidden="true" />
      Print labels
    </>
  );
  if (units.length <= maxUnitsPerCall) {
    return (
      <Link to={labelsUrl(units)} className={buttonClass({ size: 'sm', variant: 'outline' })}>
        {content}
      </Link>
    );
  }
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        {content}
      </Button>
      <Modal open={isOpen} onClose={() => setOpen(false)} title={`Labels of ${units.length} devices`}>
        <p className="text-ink-muted text-sm">
          They are printed in parts of {maxUnitsPerCall}. Each part opens in a new tab.
        </p>
        <ul className="mt-4 flex flex-wrap gap-2">
          {partsOf(units).map(({ from, part }) => (
            <li key={from}>
              <a
                href={labelsUrl(part)}
                target="_blank"
                rel="noreferrer"
                className={buttonClass({ size: 'sm', variant: 'outline' })}
              >
                {part.length === 1 ? from : `${from} to ${from + part.length - 1}`}
              </a>
            </li>
          ))}
        </ul>
      </Modal>
    </>
  );
}

function partsOf(units: Unit[]): { from: number; part: Unit[] }[] {
  const count = Math.ceil(units.length / maxUnitsPerCall);
  return Array.from({ length: count }, (_, index) => ({
    from: index * maxUnitsPerCall + 1,
    part: units.slice(index * maxUnitsPerCall, (index + 1) * maxUnitsPerCall),
  }));
}
