import type { DeviceKind } from '@reprise/contract/catalog/grading/device-kinds';
import type { EditedGrading } from '@reprise/contract/catalog/grading/edited-grading';
import { statesInHand } from '@reprise/contract/workshop/units/unit-states';
import { and, count, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import { gradeStandards } from '../../../catalog/grading/grading.tables.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { units } from '../units.tables.ts';
import { unitGradings } from './bench.tables.ts';

/** Counts the devices in hand by the version of the standard of a kind that they were graded under, and by grade. */
export async function countGraded(db: Queryable, kind: DeviceKind): Promise<EditedGrading['graded']> {
  const newest = db
    .select({ standardId: unitGradings.standardId, code: unitGradings.code })
    .from(unitGradings)
    .where(and(eq(unitGradings.unitId, units.id), eq(unitGradings.intake, units.intake)))
    .orderBy(desc(unitGradings.createdAt), desc(unitGradings.id))
    .limit(1)
    .as('newest');
  return db
    .select({ version: gradeStandards.version, code: newest.code, count: count() })
    .from(units)
    .innerJoinLateral(newest, isNotNull(newest.code))
    .innerJoin(gradeStandards, eq(gradeStandards.id, newest.standardId))
    .where(
      and(inArray(units.state, [...statesInHand]), isNotNull(units.gradeCode), eq(gradeStandards.kind, kind)),
    )
    .groupBy(gradeStandards.version, newest.code)
    .orderBy(gradeStandards.version, newest.code);
}
