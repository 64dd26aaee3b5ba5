import { useSearchParams } from 'react-router';

/** A dialog that the address opens: it can be linked to, and the way back closes it. */
export function useAddressDialog(name: string) {
  const [params, setParams] = useSearchParams();
  return {
    /** What the dialog is about; null while it is closed. */
    value: params.get(name),
    open: (value: string) =>
      setParams(
        (before) => {
          before.set(name, value);
          return before;
        },
        { preventScrollReset: true },
      ),
    /** For a link that opens it, also in another tab. */
    hrefFor: (value: string) => {
      const next = new URLSearchParams(params);
      next.set(name, value);
      return `?${next}`;
    },
    /** Closes this one and opens another. */
    replaceBy: (other: string, value: string) =>
      setParams(
        (before) => {
          before.delete(name);
          before.set(other, value);
          return before;
        },
        { preventScrollReset: true },
      ),
    close: () =>
      setParams(
        (before) => {
          before.delete(name);
          return before;
        },
        { preventScrollReset: true, replace: true },
      ),
  };
}
