import { type UIEvent, useState } from 'react';

export const pressAgainText = 'No money was received. Press again to ship without payment.';

/** Asks for a second press before a button acts. */
export function useSecondPress(isNeeded: boolean) {
  const [isArmed, setArmed] = useState(false);
  return {
    /** True between the first and the second press. */
    isArmed: isNeeded && isArmed,
    /** With the click, so that the second half of a double click is no second press. */
    press: (act: () => void, click?: Pick<UIEvent, 'detail'>) => {
      if (click && click.detail > 1) return;
      if (isNeeded && !isArmed) setArmed(true);
      else act();
    },
  };
}
