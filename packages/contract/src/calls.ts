import { listDeliveries } from './deliveries.ts';
import { listMail } from './mail.ts';
import type { Operation } from './operation.ts';
import { operations as all, type OperationId } from './operations.ts';

// The dashboard's build replaces this module with its values
// (apps/dashboard/build/plugins.ts), so every export must be plain data.

export { languages } from './brands.ts';
export { emailMessages } from './email-wording.ts';
export { requestStates, roleRanks } from './vocabulary.ts';
export { deliveryStates } from './webhooks.ts';

/** An operation's method and path, who may call it, and whether it takes a body. */
export type OperationSummary = Pick<Operation, 'method' | 'path' | 'access' | 'bare'> & {
  body?: unknown;
};

/** Operations for programs that call them without reading schemas. */
export const operationSummaries: Readonly<Record<OperationId, OperationSummary>> = all;

export const mailStates = listMail.query.shape.state.unwrap().options;

export const deliveryEvents = listDeliveries.query.shape.event.unwrap().options;
