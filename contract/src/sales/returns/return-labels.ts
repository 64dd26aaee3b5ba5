import { z } from 'zod';
import { endpoints, fileResponse } from '../../endpoint.ts';
import { reference } from '../../wire.ts';
import {
  carrierRates,
  checkedLabel,
  labelPurchase,
  labelResponse,
  labelsAndParcel,
} from '../orders/shipping/labels.ts';
import { parcel } from '../orders/shipping/parcel.ts';

const params = z.object({ number: reference });
const labelParams = z.object({ number: reference, label: reference });

/** Labels with which customers send their returns; the store buys them, and one of a return is usable at a time. */
export const returnLabelEndpoints = endpoints({
  getReturnLabel: {
    method: 'GET',
    path: '/returns/:number/label',
    summary: 'The label of an approved return as PDF, for its customer and for staff',
    access: 'visitor',
    rate: 'read',
    params,
    file: 'application/pdf',
    response: fileResponse,
  },
  listReturnLabels: {
    method: 'GET',
    path: '/returns/:number/labels',
    summary: 'Labels of a return, and the parcel that its items make',
    access: 'admin',
    needs: 'returns.handle',
    rate: 'read',
    params,
    response: labelsAndParcel,
  },
  listReturnRates: {
    method: 'POST',
    path: '/returns/:number/rates',
    summary: 'Ask the carriers what the way back of a return costs, cheapest first',
    access: 'admin',
    needs: 'returns.handle',
    rate: 'write',
    params,
    body: parcel,
    response: carrierRates,
  },
  buyReturnLabel: {
    method: 'POST',
    path: '/returns/:number/labels',
    summary:
      'Buy the label of a rate for an approved return; its customer gets an email. Repeating the call buys nothing again',
    access: 'admin',
    needs: 'returns.handle',
    rate: 'write',
    params,
    body: labelPurchase,
    response: labelResponse,
    status: 201,
  },
  checkReturnLabel: {
    method: 'POST',
    path: '/returns/:number/labels/:label/check',
    summary:
      'Find out whether a label was bought whose purchase was interrupted, and what became of a refund',
    access: 'admin',
    needs: 'returns.handle',
    rate: 'write',
    params: labelParams,
    response: checkedLabel,
  },
  refundReturnLabel: {
    method: 'POST',
    path: '/returns/:number/labels/:label/refund',
    summary: 'Ask for the money of an unused label of a return; its customer can no longer print it',
    access: 'admin',
    needs: 'returns.handle',
    rate: 'write',
    params: labelParams,
    response: labelResponse,
  },
});
