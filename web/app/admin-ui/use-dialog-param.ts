import { useSearchParams } from 'react-router';
import { useParamsChange } from './use-params-change.ts';

/** A dialog that the address opens: it can be linked to, and the way back closes it. */
export function useDialogParam(name: string) {
  const [params] = useSearchParams();
  const changeAddress = useParamsChange();
  return {
    /** What the dialog is about; null while it is closed. */
    value: params.get(name),
    open: (value: string) => changeAddress((next) => next.set(name, value)),
    /** For a link that opens it, also in another tab. */
    hrefFor: (value: string) => {
      const next = new URLSearchParams(params);
      next.set(name, value);
      return `?${next}`;
    },
    /** Closes this one and opens another. */
    replaceBy: (other: string, value: string) =>
      changeAddress((next) => {
        next.delete(name);
        next.set(other, value);
      }),
    close: () => changeAddress((next) => next.delete(name), { replace: true }),
  };
}
