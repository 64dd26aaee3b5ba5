import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';

/** Leads from an empty page to all products. */
export function AllProductsLink() {
  return (
    <Link to="/products" className={buttonClass({ variant: 'outline' })}>
      See all products
    </Link>
  );
}
