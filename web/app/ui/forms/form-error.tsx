import { classNames } from '../class-names.ts';
import { ProblemBox } from '../problem-box.tsx';

type FormErrorProps = { message: string | undefined; className?: string };

/** Error of a form, announced when it appears. */
export function FormError({ message, className }: FormErrorProps) {
  return (
    <div role="alert" className={classNames('empty:hidden', className)}>
      {message && <ProblemBox message={message} />}
    </div>
  );
}
