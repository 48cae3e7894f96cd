import { webhooks } from '../../messages/en/webhooks.ts';
import { createTranslator } from '../../shared/t.ts';

export const t = createTranslator(webhooks);
