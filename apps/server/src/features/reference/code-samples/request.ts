import { type ExampleRequest, exampleRequest, type Operation } from '@insignia/contract';

/** Who a sample asks as: nobody, a program by its key, a person by a JWT, or by the cookie where a JWT does not do. */
export type As = 'nobody' | 'key' | 'person' | 'session';

export type Sample = ExampleRequest & {
  url: string;
  as: As;
  operation: Operation;
  /** The body is a text as it is, no JSON. */
  isFile: boolean;
  /** What it answers is JSON. */
  isJson: boolean;
};

/** These look at the sign-in itself. */
const bySession = ['getToken', 'changePassword', 'signOut', 'deleteAccount'];

export function sampleOf(operation: Operation, baseUrl: string): Sample {
  const request = exampleRequest(operation);
  const { reply, answers } = operation;
  return {
    ...request,
    ...{ operation, url: `${baseUrl}${request.path}`, as: askedBy(operation) },
    isFile: request.body !== undefined && request.body.type !== 'application/json',
    isJson: reply !== undefined || answers !== undefined,
  };
}

function askedBy({ id, access }: Operation): As {
  if (bySession.includes(id)) return 'session';
  if (access === 'public') return 'nobody';
  return access.who === 'person' || access.personOnly ? 'person' : 'key';
}
