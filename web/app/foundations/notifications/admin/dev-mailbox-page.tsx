import { redirect } from 'react-router';

/** Redirects the documented developer URL to the mailbox in the admin. */
export function loader() {
  return redirect('/admin/mailbox');
}
