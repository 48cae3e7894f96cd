import { team } from '../../messages/en/team.ts';
import { translated } from '../../shared/t.ts';

export const t = translated(team);
