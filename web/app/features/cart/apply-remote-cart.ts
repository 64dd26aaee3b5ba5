let takingOver = false;

/** Applies a change made in another tab or on another device, without sending it to the account. */
export function applyRemoteCart(change: () => void): void {
  takingOver = true;
  try {
    change();
  } finally {
    takingOver = false;
  }
}

export const isAppliedCart = (): boolean => takingOver;
