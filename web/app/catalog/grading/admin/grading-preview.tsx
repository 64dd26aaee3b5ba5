import { checksOf } from '@reprise/contract/catalog/grading/device-checks';
import { type DeviceKind, kindsWithData } from '@reprise/contract/catalog/grading/device-kinds';
import type { GradingContent } from '@reprise/contract/catalog/grading/edited-grading';
import { useState } from 'react';
import { Tabs } from '../../../ui/tabs.tsx';
import { KindSection } from '../kind-section.tsx';
import { SurfaceChoice } from './surface-choice.tsx';

type GradingPreviewProps = { kind: DeviceKind; version: number; content: GradingContent };

/** The content as customers read it and as technicians answer it. */
export function GradingPreview({ kind, version, content }: GradingPreviewProps) {
  const { surfaces, tests } = content;
  const offered = content.grades.filter(({ isRetired }) => !isRetired);
  const tabs = [
    {
      id: 'customers',
      label: 'Customers read',
      content: (
        <div className="-mt-10">
          <KindSection
            grading={{
              kind,
              version,
              surfaces,
              grades: offered.filter(({ condition }) => condition !== null),
              tests,
              checks: checksOf(kind),
              isErased: kindsWithData.includes(kind),
            }}
          />
        </div>
      ),
    },
    {
      id: 'technicians',
      label: 'Technicians answer',
      content: <GradingForm surfaces={surfaces} grades={offered} />,
    },
  ];
  return (
    <section aria-labelledby="preview-title" className="border-line border-t pt-6">
      <h2 id="preview-title" className="mb-2 font-semibold text-base">
        Preview
      </h2>
      <Tabs label="Preview" tabs={tabs} />
    </section>
  );
}

function GradingForm({ surfaces, grades }: Pick<GradingContent, 'surfaces' | 'grades'>) {
  const [answers, setAnswers] = useState<Record<string, string>>({});
  return (
    <div className="grid gap-5">
      {surfaces.map(({ key, label }) => (
        <SurfaceChoice
          key={key}
          label={label}
          surface={key}
          grades={grades.filter(({ worstWear }) => worstWear === null)}
          value={answers[key]}
          onChange={(code) => setAnswers({ ...answers, [key]: code })}
        />
      ))}
    </div>
  );
}
