import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { checklist } from './checklist.ts';
import { checkKinds } from './device-checks.ts';
import { gradeStandard } from './grade-standard.ts';

/** Grades of one kind of device, and the work on it before it is sold. */
const publicGrading = z
  .object({
    kind: gradeStandard.shape.kind,
    version: gradeStandard.shape.version,
    surfaces: gradeStandard.shape.surfaces,
    /** Grades that are sold to customers, the best first. */
    grades: gradeStandard.shape.grades,
    tests: z.array(checklist.shape.tests.element.pick({ key: true, label: true, group: true })),
    checks: z.array(z.enum(checkKinds)),
    /** True if it contains data of its last owner, which is erased. */
    isErased: z.boolean(),
  })
  .meta({ id: 'PublicGrading' });
export type PublicGrading = z.output<typeof publicGrading>;

export const gradingEndpoints = endpoints({
  getGrading: {
    method: 'GET',
    path: '/grading',
    summary: 'Grades, tests, checks and erasure of each kind of device, as they are today',
    access: 'public',
    rate: 'read',
    response: z.object({ kinds: z.array(publicGrading) }),
  },
});
