import { useSearchParams } from 'react-router';
import { useParamsChange } from './use-params-change.ts';

/** Dialog controlled by a search param: it can be linked to, and the Back button closes it. */
export function useDialogParam(name: string) {
  const [params] = useSearchParams();
  const changeAddress = useParamsChange();
  return {
    /** Value of the param; null while the dialog is closed. */
    value: params.get(name),
    open: (value: string) => changeAddress((next) => next.set(name, value)),
    /** Returns the URL that opens the dialog, for links. */
    hrefFor: (value: string) => {
      const next = new URLSearchParams(params);
      next.set(name, value);
      return `?${next}`;
    },
    /** Closes this dialog and opens another. */
    replaceBy: (other: string, value: string) =>
      changeAddress((next) => {
        next.delete(name);
        next.set(other, value);
      }),
    close: () => changeAddress((next) => next.delete(name), { replace: true }),
  };
}
