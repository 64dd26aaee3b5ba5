import { z } from 'zod';
import { checklist, testOutcomes, verdicts } from '../../catalog/grading/checklist.ts';
import { checkKinds, checkResults } from '../../catalog/grading/device-checks.ts';
import { deviceKinds } from '../../catalog/grading/device-kinds.ts';
import { gradeStandard, gradingAnswers } from '../../catalog/grading/grade-standard.ts';
import { endpoints, idParams } from '../../endpoint.ts';
import { isoDateTime, requiredText, text } from '../../wire.ts';
import { carrierName, unit, unitIds, unitOutcome } from './unit.ts';

/** Records of each kind that a device page shows, the newest. */
export const maxBenchRecords = 20;

/** NIST SP 800-88: `clear` overwrites, `purge` also resists a laboratory, `destroy` ends the medium. */
export const wipeCategories = ['clear', 'purge', 'destroy'] as const;
export type WipeCategory = (typeof wipeCategories)[number];
export const wipeCategoryLabels: Record<WipeCategory, string> = {
  clear: 'Clear',
  purge: 'Purge',
  destroy: 'Destroy',
};

export const wipeVerifications = ['tool', 'full', 'sample', 'visual'] as const;
export type WipeVerification = (typeof wipeVerifications)[number];
export const wipeVerificationLabels: Record<WipeVerification, string> = {
  tool: 'By the tool',
  full: 'Everything read back',
  sample: 'Samples read back',
  visual: 'Looked at',
};

/** Media of one erasure. */
export const maxMedia = 50;

export const wipeResults = ['passed', 'failed'] as const;
export const wipeResultLabels = { passed: 'Passed', failed: 'Failed' } as const;

const by = { actor: z.string().nullable(), at: isoDateTime };

export const unitCheck = z
  .object({
    kind: z.enum(checkKinds),
    result: z.enum(checkResults),
    provider: z.string(),
    note: z.string(),
    ...by,
  })
  .meta({ id: 'UnitCheck' });
export type UnitCheck = z.output<typeof unitCheck>;

export const unitWipe = z
  .object({
    /** "E-" and eight characters. */
    certificate: z.string(),
    /** Null if the report of the tool does not name it. */
    category: z.enum(wipeCategories).nullable(),
    method: z.string(),
    tool: z.string(),
    verification: z.enum(wipeVerifications),
    result: z.enum(wipeResults),
    /** Number of the report of the tool; '' without one. */
    reference: z.string(),
    /** Serial numbers of the erased media with their results. */
    media: z.array(
      z.object({ serial: z.string(), model: z.string(), type: z.string(), result: z.enum(wipeResults) }),
    ),
    /** Times that the tool reports. */
    beganAt: isoDateTime.nullable(),
    endedAt: isoDateTime.nullable(),
    /** Another person who verified it; null without one. */
    verified: z.object(by).nullable(),
    ...by,
  })
  .meta({ id: 'UnitWipe' });
export type UnitWipe = z.output<typeof unitWipe>;

export const unitTest = z
  .object({
    id: z.string(),
    checklistVersion: z.number().int(),
    verdict: z.enum(verdicts),
    /** Labels of the failed tests. */
    failed: z.array(z.string()),
    battery: z.number().int().nullable(),
    cycles: z.number().int().nullable(),
    note: z.string(),
    /** Time from the first answer to the last; a report of many tests in two seconds looks like one. */
    seconds: z.number().int(),
    /** Diagnostic tool that made it; '' for a person. */
    tool: z.string(),
    ...by,
  })
  .meta({ id: 'UnitTest' });
export type UnitTest = z.output<typeof unitTest>;

export const unitGrading = z
  .object({
    code: z.string(),
    suggested: z.string(),
    reason: z.string(),
    standardVersion: z.number().int(),
    ...by,
  })
  .meta({ id: 'UnitGrading' });
export type UnitGrading = z.output<typeof unitGrading>;

export const unitBench = z
  .object({
    kind: z.enum(deviceKinds),
    /** Newest check of each kind since the device came in. */
    checks: z.array(unitCheck),
    wipes: z.array(unitWipe),
    tests: z.array(unitTest),
    gradings: z.array(unitGrading),
    checklist,
    standard: gradeStandard,
    /** Labels of the critical tests that failed in the newest report since the device came in. */
    criticalFailures: z.array(z.string()),
    /** Keys of the tests that passed before the newest repair, so that the others are asked again; null without one. */
    passedBefore: z.array(z.string()).nullable(),
    /** Answers of the newest report if a tool left required tests open; null otherwise. */
    unfinished: z
      .object({
        tool: z.string(),
        results: z.record(z.string(), z.enum(testOutcomes)),
        battery: z.number().int().nullable(),
        cycles: z.number().int().nullable(),
      })
      .nullable(),
    /** Reports of tools since the device came in, the newest first. */
    toolReports: z.array(
      z.object({
        tool: z.string(),
        reference: z.string(),
        testedAt: isoDateTime.nullable(),
        /** False for a report that a newer one overtook. */
        counts: z.boolean(),
        grade: z.string(),
        parts: z.array(z.object({ part: z.string(), isGenuine: z.boolean().nullable(), note: z.string() })),
        at: isoDateTime,
      }),
    ),
  })
  .meta({ id: 'UnitBench' });
export type UnitBench = z.output<typeof unitBench>;

// ---- Requests

const newCheck = z.object({
  kind: z.enum(checkKinds, 'Choose a check'),
  result: z.enum(checkResults, 'Choose a result'),
  provider: text(100).default(''),
  note: text(500).default(''),
  /** Carrier that a check of the carrier lock has found. */
  carrier: carrierName.optional(),
});

export const newChecks = z
  .object({ checks: z.array(newCheck).min(1, 'Answer at least one check').max(checkKinds.length) })
  .meta({ id: 'NewUnitChecks' });
export type NewChecks = z.output<typeof newChecks>;

export const newWipe = z
  .object({
    ids: unitIds,
    category: z.enum(wipeCategories, 'Choose a category'),
    method: requiredText(100, 'Say how it was erased'),
    tool: text(100).default(''),
    verification: z.enum(wipeVerifications, 'Choose how it was verified'),
    result: z.enum(wipeResults, 'Choose the result'),
    /** Number of the report of the tool. */
    reference: text(100).default(''),
    mediaSerial: text(60).default(''),
  })
  .meta({ id: 'NewUnitWipe' });
export type NewWipe = z.output<typeof newWipe>;

/** Same erasure of several devices: a person who has erased one by hand says so, a rack is erased by a tool. */
const newWipes = newWipe.refine(({ ids, tool }) => ids.length < 2 || tool !== '', {
  path: ['tool'],
  error: 'Name the tool that erased them',
});

export const wipeToVerify = z
  .object({ certificate: requiredText(20, 'Send the number of the certificate') })
  .meta({ id: 'WipeToVerify' });
export type WipeToVerify = z.output<typeof wipeToVerify>;

const maxTests = 100;
const maxReportSeconds = 86_400;
const maxCycles = 100_000;

export const newTest = z
  .object({
    /** Id of the checklist that was answered, also of a version that has been replaced since. */
    checklist: z.string().max(60),
    results: z
      .record(z.string().max(40), z.enum(testOutcomes))
      .refine((results) => Object.keys(results).length <= maxTests, `At most ${maxTests} tests`),
    /** Battery health in percent; null if it cannot be read. */
    battery: z
      .int('Enter a whole number')
      .min(0, 'Enter a percentage from 0 to 100')
      .max(100, 'Enter a percentage from 0 to 100')
      .nullable()
      .default(null),
    cycles: z
      .int('Enter a whole number')
      .min(0, 'Must not be negative')
      .max(maxCycles, `Must be at most ${maxCycles}`)
      .nullable()
      .default(null),
    note: text(1000).default(''),
    seconds: z.int().min(0).max(maxReportSeconds).default(0),
  })
  .meta({ id: 'NewUnitTest' });
export type NewTest = z.output<typeof newTest>;

export const newGrading = z
  .object({
    /** Id of the standard that was looked at, also of a version that has been replaced since. */
    standard: z.string().max(60),
    answers: gradingAnswers,
    code: requiredText(10, 'Choose a grade'),
    /** Required where the grade is not the suggested one. */
    reason: text(500).default(''),
  })
  .meta({ id: 'NewUnitGrading' });
export type NewGrading = z.output<typeof newGrading>;

const benchResult = z.object({ unit, bench: unitBench });

export const benchEndpoints = endpoints({
  getUnitBench: {
    method: 'GET',
    path: '/units/:id/bench',
    summary:
      'Checks, erasures, tests and gradings of a device, with the checklist and the grades of its kind',
    access: 'admin',
    needs: 'units.read',
    rate: 'read',
    params: idParams,
    response: z.object({ bench: unitBench }),
  },
  recordUnitChecks: {
    method: 'POST',
    path: '/units/:id/checks',
    summary:
      'Record what registers and account services say; a blocked device goes to quarantine, also from the sale',
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    params: idParams,
    body: newChecks,
    response: benchResult,
  },
  recordUnitWipes: {
    method: 'POST',
    path: '/units/wipes',
    summary:
      'Record the erasure of devices, of several with its tool; one that failed goes to quarantine, also from the sale',
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    body: newWipes,
    response: z.object({ outcomes: z.array(unitOutcome) }),
  },
  verifyUnitWipe: {
    method: 'POST',
    path: '/units/:id/wipes/verify',
    summary: 'Verify the erasure of a device that another person recorded',
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    params: idParams,
    body: wipeToVerify,
    response: benchResult,
  },
  recordUnitTest: {
    method: 'POST',
    path: '/units/:id/tests',
    summary: 'Record a test report of a device',
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    idempotent: true,
    params: idParams,
    body: newTest,
    response: benchResult,
  },
  recordUnitGrading: {
    method: 'POST',
    path: '/units/:id/gradings',
    summary:
      'Grade a device by the standard of its kind; another grade than the suggested one needs a reason',
    access: 'admin',
    needs: 'units.bench',
    rate: 'write',
    idempotent: true,
    params: idParams,
    body: newGrading,
    response: benchResult,
  },
});

/** Newest grade and test of a device within a time. */
export const deviceInspection = z.object({
  grade: z.string().nullable(),
  verdict: z.enum(verdicts).nullable(),
  /** Health in percent. */
  battery: z.number().int().nullable(),
});
export type DeviceInspection = z.output<typeof deviceInspection>;
