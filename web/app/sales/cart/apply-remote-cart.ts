let applying = false;

/** Applies a change made in another tab or on another device, without sending it to the account. */
export function applyRemoteCart(change: () => void): void {
  applying = true;
  try {
    change();
  } finally {
    applying = false;
  }
}

export const isApplyingRemoteCart = (): boolean => applying;
