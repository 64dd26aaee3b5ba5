import { useSyncExternalStore } from 'react';
import { classNames } from '../ui/class-names.ts';

type Undo = {
  /** State after the change, such as "shipped": once the item has another one, the undo is not offered. */
  state: string;
  run: () => void;
  /** Shown with the button: the limits of this undo. */
  detail?: string | undefined;
  /** The offer ends at this time in ms, with what it could still hold back. */
  endsAt?: number;
};

type Offer = Undo & { order: number };

// Offers stay until their end, the next change of the item or until the page is closed, longer than a notice.
let offers: ReadonlyMap<string, Offer> = new Map();
let lastOrder = 0;
const listeners = new Set<() => void>();

function setOffers(changed: ReadonlyMap<string, Offer>): void {
  offers = changed;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Offers to undo the last change of an item, at its UndoButton. */
export function offerUndo(itemId: string, undo: Undo): void {
  lastOrder += 1;
  const offer = { ...undo, order: lastOrder };
  setOffers(new Map(offers).set(itemId, offer));
  if (undo.endsAt === undefined) return;
  setTimeout(() => {
    if (offers.get(itemId) === offer) withdrawUndo(itemId);
  }, undo.endsAt - Date.now());
}

export function withdrawUndo(itemId: string): void {
  const rest = new Map(offers);
  if (rest.delete(itemId)) setOffers(rest);
}

type UndoButtonProps = { itemId: string; state: string; className?: string };

/** Button at an item that undoes its last change; nothing without an offer. */
export function UndoButton({ itemId, state, className }: UndoButtonProps) {
  const current = useSyncExternalStore(
    subscribe,
    () => offers,
    () => offers,
  );
  const offer = current.get(itemId);
  if (offer?.state !== state) return null;
  return (
    <button
      type="button"
      data-undo={offer.order}
      title={offer.detail}
      aria-description={offer.detail}
      className={classNames(
        'rounded-control px-1.5 py-1 text-link text-sm pointer-coarse:min-h-11',
        className,
      )}
      onClick={() => {
        withdrawUndo(itemId);
        offer.run();
      }}
    >
      Undo
    </button>
  );
}

/** Clicks the undo button on the screen whose change was made last. */
export function undoLatest(): void {
  const buttons = Array.from(document.querySelectorAll<HTMLElement>('[data-undo]'));
  const orderOf = ({ dataset }: HTMLElement) => Number(dataset.undo);
  buttons.sort((one, other) => orderOf(other) - orderOf(one))[0]?.click();
}
