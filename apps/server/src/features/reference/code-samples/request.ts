import { type ExampleRequest, exampleRequest, type Operation } from '@insignia/contract';

/**
 * Authentication of a sample: none, an API key, a user's JWT, or the cookie where a JWT isn't
 * accepted.
 */
export type As = 'nobody' | 'key' | 'person' | 'session';

export type Sample = ExampleRequest & {
  url: string;
  as: As;
  operation: Operation;
  /** The body is plain text, not JSON. */
  isFile: boolean;
  /** The response is JSON. */
  isJson: boolean;
};

/** These operations concern the session itself. */
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
