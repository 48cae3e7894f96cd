import { listMail } from '@insignia/contract';
import { z } from 'zod';

/** What the address says of the list; what makes no sense is as if it was not there. */
export const searchOfMail = z.object({ state: listMail.query.shape.state.catch(undefined) });
