import { Controls } from './controls.tsx';
import { Feedback } from './feedback.tsx';
import { Figures } from './figures.tsx';
import { Foundations } from './foundations.tsx';

export const meta = () => [{ title: 'Basic pieces' }];

/** Every basic component in every state; served in development only. */
export default function GalleryPage() {
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-14 py-10">
      <h1 className="text-2xl">Basic pieces</h1>
      <Foundations />
      <Controls />
      <Figures />
      <Feedback />
    </div>
  );
}
