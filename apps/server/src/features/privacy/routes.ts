import * as contract from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Router } from '../../platform/http/index.ts';
import type { ImageStore } from '../../platform/images/index.ts';
import { isFresh } from '../accounts/index.ts';
import { exportAccount } from './export.ts';
import { leave } from './leave.ts';

type PrivacyDeps = {
  db: Database;
  clock: Clock;
  images: ImageStore;
  /** Keys and public documents of all kinds have changed. */
  forgetAll: () => Promise<void>;
  nudge: () => void;
};

/** Taking everything along, and leaving. */
export function privacyRoutes(route: Router, deps: PrivacyDeps): void {
  const { db, clock, images } = deps;

  route(contract.exportAccount, async ({ who, reply }) =>
    reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="insignia-account.zip"')
      .send(await exportAccount(db, images, who.accountId)),
  );

  route(contract.deleteAccount, async ({ who }) => {
    if (!isFresh(who.signedInAt?.getTime(), clock().getTime()))
      throw new Problem('fresh_sign_in_required');
    const { accountId, personId, accountEmail: email } = who;
    await leave(db, clock, { accountId, personId, email });
    await deps.forgetAll();
    deps.nudge();
    return { deleted: true } as const;
  });
}
