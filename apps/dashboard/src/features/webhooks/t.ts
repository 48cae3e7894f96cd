import { webhooks } from '../../messages/en/webhooks.ts';
import { translated } from '../../shared/t.ts';

export const t = translated(webhooks);
