import { Problem } from '../../kernel/problem.ts';
import { type Auth, isDisabled, type SignInResult, unwrapCause } from '../people/index.ts';
import { type CodeKind, readCode } from './totp.ts';
import { type CodeDeps, useCode } from './use-code.ts';

export type SecondStepDeps = CodeDeps & { auth: Auth };

/** True if the first step of a sign-in succeeded in this browser and the second is still possible. */
export async function hasChallenge(deps: SecondStepDeps, headers: Headers): Promise<boolean> {
  return (await findChallengeUser(deps, headers)) !== null;
}

async function findChallengeUser(
  { auth }: Pick<SecondStepDeps, 'auth'>,
  headers: Headers,
): Promise<string | null> {
  const { personId } = await auth.api.readChallenge({ headers }).catch((error: unknown) => {
    throw unwrapCause(error);
  });
  return personId;
}

/** Completes a sign-in that needs a second step, and starts the session. */
export async function passSecondStep(
  deps: SecondStepDeps,
  code: string,
  kinds: readonly CodeKind[],
  headers: Headers,
): Promise<Required<SignInResult>> {
  const { auth, db } = deps;
  const personId = await findChallengeUser(deps, headers);
  if (!personId || (await isDisabled(db, personId))) throw new Problem('second_factor_expired');
  await useCode(deps, { personId, kinds }, code, async () => {}).catch((error: unknown) => {
    // Removed since the first step, which is enough now.
    if (error instanceof Problem && error.code === 'second_factor_not_found')
      throw new Problem('second_factor_expired');
    throw error;
  });
  const secondFactor = readCode(code).kind === 'totp' ? 'totp' : 'recoveryCode';
  const { headers: cookies, response } = await auth.api
    .finishChallenge({ body: { personId, secondFactor }, headers, returnHeaders: true })
    .catch((error: { statusCode?: number }) => {
      if (error.statusCode === 401) throw new Problem('second_factor_expired');
      throw unwrapCause(error);
    });
  return { headers: cookies, user: response.user };
}
