import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig, readEnv } from './index.ts';

const read = (variables: Record<string, string>) => readConfig(readEnv(variables));

test('the configuration is complete without any setting', () => {
  const { config, errors } = read({});
  assert.deepEqual(errors, []);
  const {
    port,
    host,
    baseUrl,
    databaseUrl,
    smtpUrl,
    signUp,
    defaultPlan,
    role,
    trustProxy,
    rateLimit,
  } = config;
  assert.deepEqual(
    { port, host, baseUrl, databaseUrl, smtpUrl, signUp, defaultPlan, role, trustProxy, rateLimit },
    {
      port: 3000,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      smtpUrl: undefined,
      signUp: 'open',
      defaultPlan: 'free',
      role: 'all',
      trustProxy: [],
      rateLimit: 1,
    },
  );
});

test('every error is one line that names its setting', () => {
  const bad: Record<string, string> = {
    PORT: '70000',
    BASE_URL: 'https://badges.example.org/path',
    BASE_URL_CHANGED: 'maybe',
    DATABASE_URL: 'mysql://x',
    PROCESSES: 'many',
    SMTP_URL: 'http://x',
    MAIL_FROM: 'nobody',
    MAIL_FROM_NAME: '{name} via Badges',
    SIGN_UP: 'never',
    MY_CREDENTIALS: 'maybe',
    SCIM: 'maybe',
    DEFAULT_PLAN: 'gold',
    SECRET: 'short',
    SECRET_PREVIOUS: 'short',
    TRUST_PROXY: 'true',
    RATE_LIMIT: 'yes',
    WEBHOOK_RETRY_SCHEDULE: '5s,soon',
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '10.0.0.0/99',
    VERIFY_ALLOWED_PRIVATE_CIDRS: '10.0.0.0/99',
    IMAGE_STORE: 's3://bucket?endpoint=nonsense',
    OIDC_ISSUER: 'https://id.example',
    ROLE: 'boss',
    LOG_LEVEL: 'loud',
    METRICS_PORT: '-1',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    OTEL_TRACES_SAMPLER: 'sometimes',
    OTEL_TRACES_SAMPLER_ARG: '7',
    BACKUP_ARCHIVE: '/mnt/archive',
  };
  for (const [name, value] of Object.entries(bad)) {
    const { errors } = read({ [name]: value });
    assert.ok(
      errors.length === 1 && errors[0]?.startsWith(`${name} `),
      `${name}=${value}: ${errors.join(' | ')}`,
    );
    assert.doesNotMatch(errors[0] ?? '', /\n/);
  }
  assert.equal(read(bad).errors.length, Object.keys(bad).length);
  for (const hops of ['1', 'true', '10.0.0.1/8/8'])
    assert.equal(read({ TRUST_PROXY: hops }).errors.length, 1, hops);
});

test('an error names every value that its setting takes', () => {
  for (const [name, values] of Object.entries({
    RATE_LIMIT: ['on', 'off', 'whole number from 1 to 999999'],
    PROCESSES: ['auto', 'whole number from 1 to 64'],
    ROLE: ['api', 'worker', 'all'],
    SIGN_UP: ['open', 'invited', 'closed'],
    MY_CREDENTIALS: ['on', 'off'],
    SCIM: ['on', 'off'],
    BASE_URL_CHANGED: ['yes', 'no'],
    IMAGE_STORE: ['file', 'a folder', 's3://'],
    MAIL_FROM: ['"Name <address>"'],
  })) {
    const [error = ''] = read({ [name]: 'abc' }).errors;
    for (const value of values) assert.ok(error.includes(value), `${name}: ${value}: ${error}`);
  }
  const oidc = { OIDC_ISSUER: 'http://id.example', OIDC_AUDIENCE: 'insignia' };
  assert.match(read(oidc).errors.join(), /https:\/\/, or with http:\/\/ for this machine/);
  for (const [text, factor] of [
    ['on', 1],
    ['off', 0],
    ['1000', 1_000],
  ] as const)
    assert.equal(read({ RATE_LIMIT: text }).config.rateLimit, factor);
  for (const text of ['0', '-1', '1.5', '1000000', 'ON'])
    assert.equal(read({ RATE_LIMIT: text }).errors.length, 1, text);
});

test('split roles require shared images, and a server drains before it stops', () => {
  const server = {
    DATABASE_URL: 'postgres://x/y',
    SECRET: 'a secret that is long enough to be one',
  };
  for (const role of ['api', 'worker']) {
    assert.match(read({ ...server, ROLE: role }).errors.join(), /IMAGE_STORE_SHARED=yes/);
    assert.deepEqual(read({ ...server, ROLE: role, IMAGE_STORE_SHARED: 'yes' }).errors, []);
    const store = 's3://bucket?endpoint=https://s3.example&region=eu';
    assert.deepEqual(read({ ...server, ROLE: role, IMAGE_STORE: store }).errors, []);
  }
  assert.equal(read({}).config.drainSeconds, 0);
  assert.equal(read(server).config.drainSeconds, 5);
  assert.equal(read({ ...server, DRAIN_SECONDS: '12' }).config.drainSeconds, 12);
});

test('tracing starts when a collector is configured, with the configured sampler', () => {
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  assert.equal(read({}).config.tracing, undefined);
  assert.equal(read({ ...collector, OTEL_SDK_DISABLED: 'true' }).config.tracing, undefined);
  const some = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' };
  assert.deepEqual(read({ ...collector, ...some }).config.tracing, {
    endpoint: 'http://127.0.0.1:4318',
    sampler: 'parentbased_traceidratio',
    ratio: 0.1,
  });
});

test('DATABASE_URL accepts several hosts only with target_session_attrs=read-write', () => {
  const secret = { SECRET: 'a secret that is long enough to be one' };
  const url = 'postgres://u@a:5433,b/db?target_session_attrs=read-write';
  assert.deepEqual(read({ ...secret, DATABASE_URL: url }).errors, []);
  assert.match(
    read({
      ...secret,
      DATABASE_URL: 'postgres://u@a/db?target_session_attrs=standby',
    }).errors.join(),
    /^DATABASE_URL has target_session_attrs=standby/,
  );
});

test('DATABASE_READ_URL requires DATABASE_URL and refuses target_session_attrs=standby', () => {
  const server = {
    DATABASE_URL: 'postgres://u@a/db',
    SECRET: 'a secret that is long enough to be one',
  };
  const url = 'postgres://u@b,c/db';
  assert.equal(read({ ...server, DATABASE_READ_URL: url }).config.databaseReadUrl, url);
  assert.match(
    read({ ...server, DATABASE_READ_URL: `${url}?target_session_attrs=standby` }).errors.join(),
    /^DATABASE_READ_URL must not contain target_session_attrs/,
  );
  assert.match(
    read({ DATABASE_READ_URL: url }).errors.join(),
    /^DATABASE_READ_URL requires DATABASE_URL/,
  );
});

test('DATABASE_LISTEN_URL requires DATABASE_URL and must bypass the pooler', () => {
  const server = {
    DATABASE_URL: 'postgres://u@pooler/db?pgbouncer=true',
    SECRET: 'a secret that is long enough to be one',
  };
  const url = 'postgres://u@db/db';
  assert.equal(read({ ...server, DATABASE_LISTEN_URL: url }).config.databaseListenUrl, url);
  assert.match(
    read({ ...server, DATABASE_LISTEN_URL: server.DATABASE_URL }).errors.join(),
    /^DATABASE_LISTEN_URL must bypass the pooler/,
  );
  assert.match(
    read({ DATABASE_LISTEN_URL: url }).errors.join(),
    /^DATABASE_LISTEN_URL requires DATABASE_URL/,
  );
});

test('DATABASE_URL requires SECRET, and SMTP_URL requires MAIL_FROM', () => {
  assert.match(
    read({ DATABASE_URL: 'postgres://x/y' }).errors.join(),
    /^SECRET is required with DATABASE_URL/,
  );
  assert.match(
    read({ SMTP_URL: 'smtp://x' }).errors.join(),
    /^MAIL_FROM is required with SMTP_URL/,
  );
});

test('the sender of emails has a name, an address and a pattern with the issuer', () => {
  const sender = (more: Record<string, string>) => {
    const { config, errors } = read(more);
    assert.deepEqual(errors, []);
    return [config.mailFrom.name, config.mailFrom.address, config.mailFromName];
  };
  assert.deepEqual(sender({}), ['Insignia', 'insignia@localhost', '{issuer} via Insignia']);
  assert.deepEqual(sender({ MAIL_FROM: 'a@b.example' }), [
    ...['', 'a@b.example', '{issuer} via Insignia'],
  ]);
  const named = 'Badges, "Arts" <a@b.example>';
  assert.deepEqual(sender({ MAIL_FROM: `"Badges, \\"Arts\\"" <a@b.example>` }), [
    ...['Badges, "Arts"', 'a@b.example', '{issuer} via Badges, "Arts"'],
  ]);
  assert.equal(sender({ MAIL_FROM: named })[0], 'Badges, "Arts"');
  assert.equal(sender({ MAIL_FROM_NAME: 'Our badges' })[2], 'Our badges');
  for (const bad of ['{issuer', '{Issuer}', 'a <b@c.example>', 'a\tb\u0007', 'x'.repeat(101)])
    assert.equal(read({ MAIL_FROM_NAME: bad }).errors.length, 1, bad);
});

test('IMAGE_PINS takes places of three forms, and no message contains a token', () => {
  const { config, errors } = read({
    IMAGE_PINS:
      'psa+https://t%6fken@pins.example/psa/, psa+http://token@127.0.0.1:81,kubo+http://10.0.0.5:5001',
  });
  assert.deepEqual(errors, []);
  assert.deepEqual(
    config.imagePins.map(({ name, token }) => [name, token]),
    [
      ['psa+https://pins.example/psa', 'token'],
      ['psa+http://127.0.0.1:81', 'token'],
      ['kubo+http://10.0.0.5:5001', undefined],
    ],
  );
  const kubo = (n: number) => `kubo+http://10.0.0.${n}:5001`;
  for (const [text, reason] of [
    ['psa+https://pins.example/', /entry 1: the token is missing/],
    ['psa+http://secret@pins.example/', /entry 1: the token would be sent unencrypted/],
    [`${kubo(1)},https://secret@pins.example/`, /entry 2: use psa\+https/],
    ['psa+https://user:secret@pins.example/', /entry 1: it must have no password/],
    ['psa+https://se%0acret@pins.example/', /the token contains invalid characters/],
    ['kubo+https://10.0.0.5', /use psa\+https/],
    ['kubo+http://secret@10.0.0.5', /use psa\+https/],
    [`${kubo(1)},${kubo(1)}/`, /names the same service twice/],
    [Array.from({ length: 9 }, (_, n) => kubo(n)).join(), /must have at most 8 entries/],
  ] as const) {
    const [error = ''] = read({ IMAGE_PINS: text }).errors;
    assert.match(error, reason);
    assert.doesNotMatch(error, /secret|cret@/);
  }
});

test('a base URL that verifiers cannot reach or accept causes a warning', () => {
  const warned = [
    'http://localhost:3000',
    'http://10.0.0.1',
    'https://intranet',
    'https://badges.example.org:8443',
    'http://badges.example.org',
    'http://[::1]',
  ];
  for (const url of warned) assert.equal(read({ BASE_URL: url }).warnings.length, 1, url);
  assert.deepEqual(read({ BASE_URL: 'https://badges.example.org' }).warnings, []);
});
