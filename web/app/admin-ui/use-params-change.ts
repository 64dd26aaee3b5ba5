import { useContext } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigate } from 'react-router';

/** Edits the search params in place; `replace` adds no history entry. */
export type ChangeParams = (edit: (params: URLSearchParams) => void, options?: { replace?: boolean }) => void;

/**
 * Changes the search params of this screen, starting from those of a pending navigation. React Router's own
 * hooks return params only after rendering, so the second of two quick changes would undo the first.
 */
export function useParamsChange(): ChangeParams {
  const router = useContext(DataRouterContext)?.router;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (edit, { replace = false } = {}) => {
    if (!router) throw new Error('useParamsChange needs a router.');
    const destination = router.state.navigation.location ?? router.state.location;
    // Navigating to another screen.
    if (destination.pathname !== pathname) return;
    const params = new URLSearchParams(destination.search);
    edit(params);
    navigate(`?${params}`, { replace, preventScrollReset: true });
  };
}
