import { data } from 'react-router';
import { MissingPage } from './problem.tsx';

export const meta = () => [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }];

export function loader() {
  return data(null, { status: 404 });
}

export default function UnknownAddress() {
  return (
    <div className="page-width py-16 sm:py-24">
      <MissingPage />
    </div>
  );
}
