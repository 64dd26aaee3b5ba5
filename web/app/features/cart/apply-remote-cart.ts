let takingOver = false;

/** Changes the cart to what another tab or device made of it: nothing that this one has to tell anybody. */
export function applyRemoteCart(change: () => void): void {
  takingOver = true;
  try {
    change();
  } finally {
    takingOver = false;
  }
}

export const isAppliedCart = (): boolean => takingOver;
