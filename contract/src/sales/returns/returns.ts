import { z } from 'zod';
import { endpoints, fileResponse, idParams } from '../../endpoint.ts';
import { pagination, pagingQuery } from '../../paging.ts';
import {
  claimedMoney,
  queryChoice,
  queryString,
  reference,
  requiredText,
  text,
  unknownFields,
} from '../../wire.ts';
import { maxCodeLength } from '../../workshop/codes/read-code.ts';
import { captureMethods, placeName } from '../../workshop/units/unit.ts';
import {
  lineDecision,
  maxReturnLines,
  newReturn,
  orderReturn,
  returnable,
  returnSummary,
  staffReturn,
} from './return.ts';
import { returnLabelEndpoints } from './return-labels.ts';
import { returnPhotoEndpoints } from './return-photos.ts';
import { returnStates, returnTabs } from './return-states.ts';
import { withdrawalEndpoints } from './withdrawal.ts';

const params = z.object({ number: reference });
const response = z.object({ return: orderReturn });
const parcel = { carrier: text(100).default(''), trackingNumber: text(64).default('') };

const customerEndpoints = endpoints({
  getReturnable: {
    method: 'GET',
    path: '/orders/:id/returnable',
    summary: 'What of an order can be returned, until when and for how much, with its cases',
    access: 'visitor',
    rate: 'read',
    params: idParams,
    response: z.object({ returnable }),
  },
  openReturn: {
    method: 'POST',
    path: '/orders/:id/returns',
    summary: 'Ask to return items of an order; approved at once where the rules allow it',
    access: 'visitor',
    rate: 'write',
    params: idParams,
    body: newReturn,
    idempotent: true,
    response,
    status: 201,
  },
  getReturn: {
    method: 'GET',
    path: '/returns/:number',
    summary: 'One return, for its customer and for staff',
    access: 'visitor',
    rate: 'read',
    params,
    response,
  },
  cancelReturn: {
    method: 'POST',
    path: '/returns/:number/cancel',
    summary: 'Call off a return before the parcel is sent',
    access: 'visitor',
    rate: 'write',
    params,
    response,
  },
  markReturnSent: {
    method: 'POST',
    path: '/returns/:number/sent',
    summary: 'Say that the parcel is on its way, with its tracking number if there is one',
    access: 'visitor',
    rate: 'write',
    params,
    body: z.strictObject(parcel, unknownFields),
    response,
  },
});

const deskFilters = {
  tab: queryChoice(returnTabs),
  state: queryChoice(returnStates, 'Choose a state of returns'),
  /** Number of a return, its parcel, an order, an invoice or a device; name, email or phone number of the customer; or a product. */
  search: queryString(200),
};

const deskEndpoints = endpoints({
  listReturns: {
    method: 'GET',
    path: '/returns',
    summary: 'Returns, those that wait longest in front',
    access: 'admin',
    needs: 'returns.handle',
    rate: 'read',
    query: z.object({ ...pagingQuery, ...deskFilters }),
    response: z.object({ returns: z.array(returnSummary), pagination }),
  },
  exportReturns: {
    method: 'GET',
    path: '/returns/export',
    summary: 'Export the returns of the list as CSV, newest first, a row for each item',
    access: 'admin',
    needs: 'returns.handle',
    rate: 'read',
    query: z.object(deskFilters),
    file: 'text/csv',
    response: fileResponse,
  },
  countReturns: {
    method: 'GET',
    path: '/returns/counts',
    summary: 'Number of returns in each list of the desk, at most 1000 each',
    access: 'admin',
    needs: 'returns.handle',
    rate: 'read',
    response: z.object({ counts: z.record(z.enum(returnTabs), z.number().int()) }),
  },
  openReturnForCustomer: {
    method: 'POST',
    path: '/orders/:id/returns/staff',
    summary: 'Open an approved return for a customer, with a reason if it is outside the policy',
    access: 'admin',
    needs: 'returns.handle',
    rate: 'write',
    params: idParams,
    body: staffReturn,
    idempotent: true,
    response,
    status: 201,
  },
  approveReturn: {
    method: 'POST',
    path: '/returns/:number/approve',
    summary: 'Approve a requested return, or one that has expired',
    access: 'admin',
    needs: 'returns.handle',
    rate: 'write',
    params,
    response,
  },
  refuseReturn: {
    method: 'POST',
    path: '/returns/:number/refuse',
    summary: 'Refuse a requested return; the customer reads the reason',
    access: 'admin',
    needs: 'returns.handle',
    rate: 'write',
    params,
    body: z.object({ reason: requiredText(500, 'Enter a reason') }),
    response,
  },
  receiveReturn: {
    method: 'POST',
    path: '/returns/:number/receive',
    summary: 'Record what was in the parcel: a scanned device, or a line without a readable number',
    access: 'admin',
    needs: 'units.receive',
    rate: 'write',
    params,
    body: z.strictObject(
      {
        /** Code that was scanned; without one, `line` says what it is about. */
        code: text(maxCodeLength).default(''),
        captured: z.enum(captureMethods).default('typed'),
        /** Line of a counted item, an unreadable or a missing device, or of the device that another came instead of. */
        line: text(64).optional(),
        match: z.enum(['unreadable', 'missing']).optional(),
        /** Required with `match`: how the parcel and the device look. */
        note: text(500).default(''),
        /** Units of a counted item that came. */
        quantity: z.int().min(0).max(1000).optional(),
        missingParts: z.array(requiredText(100, 'Name the part')).max(20).default([]),
        place: placeName.default(''),
      },
      unknownFields,
    ),
    response,
  },
  markReturnLost: {
    method: 'POST',
    path: '/returns/:number/lost',
    summary:
      'Say that the parcel was lost: its items are refunded when the return is settled, or end without a refund',
    access: 'admin',
    needs: 'returns.decide',
    rate: 'write',
    params,
    body: z.strictObject({ isRefunded: z.boolean('Choose whether the customer is refunded') }, unknownFields),
    response,
  },
  lockReturnLine: {
    method: 'POST',
    path: '/returns/:number/locked',
    summary: 'Record that a device is locked to an account, or free again; its customer reads how to free it',
    access: 'admin',
    needs: 'units.receive',
    rate: 'write',
    params,
    body: z.strictObject(
      { line: requiredText(64, 'Choose a line'), isLocked: z.boolean('Say whether it is locked') },
      unknownFields,
    ),
    response,
  },
  decideReturn: {
    method: 'POST',
    path: '/returns/:number/decide',
    summary: 'Decide on lines: refund, refund without return, repair, or send back; nothing is paid yet',
    access: 'admin',
    needs: 'returns.decide',
    rate: 'write',
    params,
    body: z.strictObject(
      { decisions: z.array(lineDecision).min(1, 'Decide on at least one line').max(maxReturnLines) },
      unknownFields,
    ),
    response,
  },
  settleReturn: {
    method: 'POST',
    path: '/returns/:number/settle',
    summary: 'Settle the decided lines: refund, stock and devices follow; final',
    access: 'admin',
    needs: 'returns.decide',
    rate: 'write',
    params,
    body: z.strictObject(
      {
        /** Amount that the caller saw. */
        amount: claimedMoney,
      },
      unknownFields,
    ),
    idempotent: true,
    response,
  },
  sendBackReturn: {
    method: 'POST',
    path: '/returns/:number/send-back',
    summary: 'Send repaired and rejected devices back to their customer, with a mail',
    access: 'admin',
    needs: 'returns.handle',
    rate: 'write',
    params,
    body: z.strictObject(
      {
        lines: z
          .array(requiredText(64, 'Choose a line'), 'Choose what is in the parcel')
          .min(1, 'Choose what is in the parcel')
          .max(maxReturnLines),
        ...parcel,
      },
      unknownFields,
    ),
    response,
  },
});

export const returnEndpoints = {
  ...withdrawalEndpoints,
  ...customerEndpoints,
  ...returnPhotoEndpoints,
  ...deskEndpoints,
  ...returnLabelEndpoints,
};
