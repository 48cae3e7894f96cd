import { team } from '../../messages/en/team.ts';
import { createTranslator } from '../../shared/t.ts';

export const t = createTranslator(team);
