import { type ExampleRequest, exampleRequest, type Operation } from '@insignia/contract';

/**
 * Authentication of a sample: none, an API key, a user's JWT, or the cookie where a JWT isn't
 * accepted.
 */
export type SampleCaller = 'nobody' | 'key' | 'person' | 'session';

export type RequestSample = ExampleRequest & {
  url: string;
  as: SampleCaller;
  operation: Operation;
  /** The body is plain text, not JSON. */
  isFile: boolean;
  /** The response is JSON. */
  isJson: boolean;
};

/** These operations concern the session itself. */
const bySession = ['getToken', 'changePassword', 'signOut', 'deleteAccount'];

export function createSample(operation: Operation, baseUrl: string): RequestSample {
  const request = exampleRequest(operation);
  const { reply, answers } = operation;
  return {
    ...request,
    ...{ operation, url: `${baseUrl}${request.path}`, as: chooseCaller(operation) },
    isFile: request.body !== undefined && request.body.type !== 'application/json',
    isJson: reply !== undefined || answers !== undefined,
  };
}

function chooseCaller({ id, access }: Operation): SampleCaller {
  if (bySession.includes(id)) return 'session';
  if (access === 'public') return 'nobody';
  return access.who === 'person' || access.personOnly ? 'person' : 'key';
}
