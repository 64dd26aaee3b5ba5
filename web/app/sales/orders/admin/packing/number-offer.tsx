import { identifierLabels } from '@reprise/contract/workshop/units/identifiers';
import { Button } from '../../../../ui/button.tsx';
import type { NewNumber } from './use-pack.ts';

type NumberOfferProps = { number: NewNumber; isBusy: boolean; onRecord: (number: NewNumber) => void };

/** Offers to record a number that no device has for one on sale without a number. */
export function NumberOffer({ number, isBusy, onRecord }: NumberOfferProps) {
  const name = number.kind === 'serial' ? 'serial number' : identifierLabels[number.kind];
  return (
    <section
      aria-label="New number"
      className="flex flex-wrap items-center gap-4 rounded-tile border border-line bg-raised px-5 py-4"
    >
      <p className="min-w-48 flex-1">
        <strong className="wrap-anywhere block">
          Is {number.value} the {name} of the {number.model} in your hand?
        </strong>
        Compare it with the device. It is then packed, and its buyer reads this number.
      </p>
      <Button loading={isBusy} onClick={() => onRecord(number)}>
        Record {number.value} as the {name} <kbd className="ms-2 text-sm max-sm:hidden">Ctrl Enter</kbd>
      </Button>
    </section>
  );
}
