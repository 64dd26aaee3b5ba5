import type { Unit } from '@reprise/contract/workshop/units/unit';

/** True for a device that has passed the gate and is not in an order. */
export const isForSale = ({ state }: Pick<Unit, 'state'>): boolean => state === 'ready' || state === 'listed';
