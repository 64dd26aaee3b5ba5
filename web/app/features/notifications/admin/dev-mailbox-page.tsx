import { redirect } from 'react-router';

/** The address developers know; the mailbox itself is a screen of the back office. */
export function loader() {
  return redirect('/admin/mailbox');
}
