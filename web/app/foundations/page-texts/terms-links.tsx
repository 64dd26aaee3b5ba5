import { Link } from 'react-router';

/** Links to what a new account agrees to, as the end of a sentence. */
export function TermsLinks() {
  return (
    <>
      <Link to="/terms" className="text-link">
        terms
      </Link>{' '}
      and the{' '}
      <Link to="/privacy" className="text-link">
        privacy notice
      </Link>
    </>
  );
}
