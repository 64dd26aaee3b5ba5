import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';

export function CheckoutLink() {
  return (
    <Link to="/checkout" className={buttonClass({ size: 'lg', wide: true })}>
      Go to checkout
    </Link>
  );
}
