/** Shared components of operations. */
export const openapiComponents = {
  headers: {
    IgnoredFields: {
      description:
        'Unknown body fields and query parameters, such as `recipient.nmae`. Separated by comma and space, percent-encoded, at most 20, then `...`. Absent if there are none. Error responses have it too.',
      schema: { type: 'string' },
      example: 'recipient.nmae, badge_id',
    },
    IdempotentReplayed: {
      description: '`true` if this is the stored response of an earlier request with the same key.',
      schema: { type: 'string', enum: ['true'] },
    },
    ETag: {
      description: 'Version of the resource. Send it as `If-Match` with the next write.',
      schema: { type: 'string', pattern: '^"[\\w-]+"$' },
      example: '"qL3zB0bYkM1cS8w5V2n9XpRtUeH"',
    },
    Location: {
      description: 'URL to continue with.',
      schema: { type: 'string', format: 'uri' },
    },
    RateLimitLimit: {
      description:
        "Requests per minute allowed by the strictest limit: that of the key, the account or the IP address. Responses that are cached for everyone, such as documents and images, don't have this header.",
      schema: { type: 'integer', minimum: 1 },
      example: 600,
    },
    RateLimitRemaining: {
      description: 'Requests left.',
      schema: { type: 'integer', minimum: 0 },
      example: 599,
    },
    RateLimitReset: {
      description: 'Seconds until all requests are available again.',
      schema: { type: 'integer', minimum: 0, maximum: 60 },
      example: 42,
    },
    RetryAfter: {
      description: 'Seconds until you can try again.',
      schema: { type: 'integer', minimum: 1 },
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Makes repeating a request safe. For 24 hours, the same key with the same body returns the first response. With a different body, it returns 409.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      description:
        'The `ETag` you read. If someone has changed the resource since, nothing is written and the response is 412, `precondition_failed`. Without it, the last write wins.',
      schema: { type: 'string' },
    },
    AccountId: {
      name: 'X-Account-Id',
      in: 'header',
      description:
        "With a session or JWT: the account to use, if it isn't your own. API keys belong to one account and don't need it.",
      schema: { type: 'string', format: 'uuid' },
    },
  },
} as const;
