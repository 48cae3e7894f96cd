import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import { deleteUnconfirmedAddresses } from './address-store.ts';
import { codesRequestedTotal, codesWrongTotal } from './email-code.ts';
import { signUpLifetimeMs, unconfirmedLifetimeMs } from './rules.ts';
import { deleteExpiredSessions } from './session-store.ts';
import { signInMethods, signInOutcomes, signInsTotal } from './sign-in.ts';
import { deleteExpiredLinks, deleteExpiredSignUps } from './store.ts';

export function registerPeopleWork(work: BackgroundWork, { clock }: { clock: Clock }): void {
  work.chores(
    {
      name: 'sign-ups',
      run: (trx) => deleteExpiredSignUps(trx, new Date(clock().getTime() - signUpLifetimeMs)),
    },
    { name: 'reset links', run: deleteExpiredLinks },
    { name: 'sessions', run: deleteExpiredSessions },
    {
      name: 'unconfirmed addresses',
      run: (trx) =>
        deleteUnconfirmedAddresses(trx, new Date(clock().getTime() - unconfirmedLifetimeMs)),
    },
  );
}

export function measurePeople({ figures }: Metrics, db: Database): void {
  figures(
    db.figures,
    'counter',
    { name: codesRequestedTotal, help: 'Codes to sign in with that were requested by email.' },
    { name: codesWrongTotal, help: 'Codes and links to sign in with that were refused.' },
    {
      name: signInsTotal,
      help: 'Steps of sign-ins by method and outcome. A continued one needs a second step.',
      labels: ['method', 'outcome'],
      zeros: signInMethods.flatMap((method) =>
        signInOutcomes.map((outcome) => ({ method, outcome })),
      ),
    },
  );
}
