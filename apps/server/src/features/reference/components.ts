/** Shared components of operations. */
export const openapiComponents = {
  headers: {
    IgnoredFields: {
      description:
        'Members of the body and names of the query that mean nothing here, such as `recipient.nmae`: separated by comma and space, percent-encoded, at most 20, then `...`. Not sent when there are none; refusals carry it too.',
      schema: { type: 'string' },
      example: 'recipient.nmae, badge_id',
    },
    IdempotentReplayed: {
      description: '`true` when this is the answer that was given to the key before.',
      schema: { type: 'string', enum: ['true'] },
    },
    ETag: {
      description: 'Names the state of what was read or written: for `If-Match` of the next write.',
      schema: { type: 'string', pattern: '^"[\\w-]+"$' },
      example: '"qL3zB0bYkM1cS8w5V2n9XpRtUeH"',
    },
    Location: {
      description: 'Where to go on.',
      schema: { type: 'string', format: 'uri' },
    },
    RateLimitLimit: {
      description:
        'Requests a minute by the limit that is nearest: of the key, the account or the address. Answers that are kept ready for everybody, such as documents and pictures, come without.',
      schema: { type: 'integer', minimum: 1 },
      example: 600,
    },
    RateLimitRemaining: {
      description: 'How many of them are left.',
      schema: { type: 'integer', minimum: 0 },
      example: 599,
    },
    RateLimitReset: {
      description: 'After so many seconds all of them are there again.',
      schema: { type: 'integer', minimum: 0, maximum: 60 },
      example: 42,
    },
    RetryAfter: {
      description: 'After so many seconds it may be tried again.',
      schema: { type: 'integer', minimum: 1 },
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Makes a repeated request harmless: for 24 hours the same key with the same body gives the first answer again; with another body it is 409.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      description:
        'The `ETag` of what was read. When somebody has written it since, nothing is written: 412, `precondition_failed`. Without it the last one to write wins.',
      schema: { type: 'string' },
    },
    AccountId: {
      name: 'X-Account-Id',
      in: 'header',
      description:
        'With session or JWT: the account that is meant, when it is not your own. A key belongs to one account and needs none.',
      schema: { type: 'string', format: 'uuid' },
    },
  },
} as const;
