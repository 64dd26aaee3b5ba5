import { type FocusEvent, useState } from 'react';

type Handler = ((event: FocusEvent<HTMLInputElement>) => unknown) | undefined;

/** Returns whether a field has the focus, with the handlers of the field that tell. */
export function useIsFocused({ onFocus, onBlur }: { onFocus?: Handler; onBlur?: Handler }) {
  const [isFocused, setIsFocused] = useState(false);
  return {
    isFocused,
    handlers: {
      onFocus: (event: FocusEvent<HTMLInputElement>) => {
        setIsFocused(true);
        onFocus?.(event);
      },
      onBlur: (event: FocusEvent<HTMLInputElement>) => {
        setIsFocused(false);
        onBlur?.(event);
      },
    },
  };
}
