import { useState } from 'react';

export const pressAgainText = 'No money was received. Press again to ship without payment.';

/** Holds back the first press of a button that needs a second one. */
export function useSecondPress(isNeeded: boolean) {
  const [isArmed, setArmed] = useState(false);
  return {
    /** True between the first and the second press. */
    isArmed: isNeeded && isArmed,
    press: (act: () => void) => {
      if (isNeeded && !isArmed) setArmed(true);
      else act();
    },
  };
}
