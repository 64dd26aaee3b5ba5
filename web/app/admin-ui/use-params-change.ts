import { useContext } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigate } from 'react-router';

/** Edits the parameters in place; `replace` leaves no step for the way back. */
export type ChangeParams = (edit: (params: URLSearchParams) => void, options?: { replace?: boolean }) => void;

/**
 * Changes what this screen's address says after its `?`. Begins with the address that is coming: React Router's own
 * hooks tell of a change once it is drawn, so that the second of two quick ones would undo the first, as where
 * somebody types into a search and at once opens a row.
 */
export function useParamsChange(): ChangeParams {
  const router = useContext(DataRouterContext)?.router;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (edit, { replace = false } = {}) => {
    if (!router) throw new Error('There is no router around this screen.');
    const coming = router.state.navigation.location ?? router.state.location;
    // On the way to another screen.
    if (coming.pathname !== pathname) return;
    const params = new URLSearchParams(coming.search);
    edit(params);
    navigate(`?${params}`, { replace, preventScrollReset: true });
  };
}
