import { crc32, deflateSync } from 'node:zlib';
import { verifyLimit } from '@insignia/contract';
import { openBadgeVct } from '@insignia/openbadges/v3';
import { createHostileDocuments, type Extent, type PayloadMaker } from './shapes.ts';

/** Creates the body when it is sent: see `Attack`. */
export type Form = { type: string; createBody: () => Buffer };

const boundary = 'the-boundary';
const type = `multipart/form-data; boundary=${boundary}`;

function part(headers: string, content: Buffer | string): Buffer {
  return Buffer.concat([
    Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
}
const end = Buffer.from(`--${boundary}--\r\n`);
const form = (createBody: () => Buffer): Form => ({ type, createBody });
const file = (createContent: () => Buffer | string): Form =>
  form(() => {
    const headers = 'Content-Disposition: form-data; name="file"; filename="badge"';
    return Buffer.concat([part(headers, createContent()), end]);
  });
const field = (name: string, createContent: () => string): Form =>
  form(() => {
    const headers = `Content-Disposition: form-data; name="${name}"`;
    return Buffer.concat([part(headers, createContent()), end]);
  });

function chunk(kind: string, data: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(kind), Buffer.from(data)]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(body.length - 4, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
const png = (chunks: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])),
    chunks,
    chunk('IEND', ''),
  ]);
const baked = (text: string, packed = false): Buffer =>
  png(
    chunk(
      'iTXt',
      Buffer.concat([
        Buffer.from(`openbadges\0${packed ? '\u0001' : '\0'}\0\0\0`),
        packed ? deflateSync(text) : Buffer.from(text),
      ]),
    ),
  );
const svg = (inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:b="http://openbadges.org">${inner}</svg>`;

const inSvg: Record<string, string> = {
  'opened assertions': '<assertion ',
  'nested tags': '<a>',
  'empty tags': '<a/>',
  'empty assertions of another namespace': '<assertion/>',
  'ended tags': '</a>',
  'pairs of tags': '<a></a>',
  entities: '&amp;',
  'entities that nobody knows': '&a;',
  comments: '<!-- -->',
  sections: '<![CDATA[x]]>',
  orders: '<?a?>',
  'carriage returns': '\r',
  'entities in text': `<text>${'&amp;'.repeat(200_000)}</text>`,
  lessthans: '<',
};

/** CSV rows that are empty or nearly empty. */
const inCsv: Record<string, string> = {
  'rows of commas': `${','.repeat(60_000)}\n`,
  'short rows of commas': ',,\n',
  'rows of a space': ' \n',
  'rows of quotation marks': '""\n',
  'rows of empty cells': `${'"",'.repeat(20_000)}\n`,
  'filled rows': 'a,b@example.org\n',
};

/** Returns a JWT with this payload and an invalid signature. */
function jwt(payload: string): string {
  const encode = (text: string): string => Buffer.from(text).toString('base64url');
  const header = encode(
    '{"alg":"ES256","kid":"did:key:zDnaerx9CtbPJ1q36T5Ln5wYt3MQYeGRG5ehnPAmxcf5mDZpv#0"}',
  );
  return `${header}.${encode(payload)}.${encode('x'.repeat(64))}`;
}

/** Values that standards encode: JWTs, and XML in Base64. */
export function createHostileTokens(extent: Extent): [string, PayloadMaker][] {
  const inXml = Object.entries(inSvg).map(([name, unit]): [string, PayloadMaker] => [
    `an XML of ${name}`,
    (bytes) => {
      const count = Math.max(0, Math.floor((bytes * 0.7 - 200) / unit.length));
      return Buffer.from(svg(unit.repeat(count))).toString('base64');
    },
  ]);
  const inJwt = createHostileDocuments(extent).map(([name, make]): [string, PayloadMaker] => [
    `a JWT of ${name}`,
    (bytes) => jwt(make(Math.max(100, bytes * 0.7 - 300))),
  ]);
  return [...inXml, ...inJwt];
}

/** Returns an SD-JWT with an invalid signature, whose disclosures have this many objects each. */
function sdJwt(disclosureCount: number, objectCount: number): string {
  const encode = (value: unknown): string =>
    Buffer.from(JSON.stringify(value)).toString('base64url');
  const objects = Array.from({ length: objectCount }, () => ({}));
  const disclosures = Array.from({ length: disclosureCount }, (_, at) =>
    encode(['salt', `n${at}`, objects]),
  );
  const header = { alg: 'ES256', typ: 'dc+sd-jwt' };
  const signed = `${encode(header)}.${encode({ vct: openBadgeVct })}.AAAA`;
  return [signed, ...disclosures, ''].join('~');
}

/** Forms with expensive files of maximum size. */
export function createHostileForms(extent: Extent): [string, Form][] {
  const size = verifyLimit - 1_000;
  const fill = (unit: string, bytes = size) => unit.repeat(Math.floor(bytes / unit.length));
  const mebibyte = 1024 * 1024 - 100;
  const all: [string, Form][] = [
    ...Object.entries(inSvg).map(([name, unit]): [string, Form] => [
      `an SVG of ${name}`,
      file(() => svg(fill(unit))),
    ]),
    ['an SVG of attributes', file(() => svg(`<a ${fill('b="" ')}/>`))],
    ['an SVG of namespaces', file(() => svg(`<a ${fill('xmlns:b="c" ')}/>`))],
    ['an SVG of text in the assertion', file(() => svg(`<b:assertion>${fill('x')}</b:assertion>`))],
    [
      'a PNG of empty chunks',
      file(() => png(Buffer.concat(Array(430_000).fill(chunk('tEXt', ''))))),
    ],
    ['a PNG of what inflates', file(() => baked('x'.repeat(500 * mebibyte), true))],
    ...createHostileDocuments(extent).flatMap(([name, make]): [string, Form][] => [
      [`a PNG with ${name}`, file(() => baked(make(mebibyte)))],
      [`a document of ${name}`, field('document', () => make(mebibyte))],
    ]),
    ...createHostileDocuments(extent).map(([name, make]): [string, Form] => [
      `a JWT of ${name}`,
      field('document', () => jwt(make(mebibyte * 0.7))),
    ]),
    [
      'a presentation of a JWT of many objects',
      field('document', () => {
        const payload = `{"a":[${fill('{},', mebibyte * 0.7)}0]}`;
        return JSON.stringify({
          '@context': ['https://www.w3.org/ns/credentials/v2'],
          type: ['VerifiablePresentation'],
          verifiableCredential: [jwt(payload)],
        });
      }),
    ],
    ['an SD-JWT of many disclosures', field('document', () => sdJwt(25, 9_990))],
    [
      'a JWT of a signed credential',
      file(() => jwt(`{"type":["VerifiableCredential"],"a":"${fill('é', mebibyte * 0.65)}"}`)),
    ],
    ...Object.entries(inCsv).map(([name, unit]): [string, Form] => [
      `a CSV of ${name}`,
      file(() => `name,email,issuedOn\n${fill(unit)}`),
    ]),
    [
      'a form of parts',
      form(() => Buffer.concat([Buffer.from(fill(`--${boundary}\r\n\r\n\r\n`)), end])),
    ],
    ['a form of almost boundaries', file(() => fill(`\r\n--${boundary.slice(0, -1)}`))],
    ['a form of line ends', file(() => fill('\r\n'))],
    ['a form with a long header', form(() => part(`x: ${fill('y')}`, ''))],
    [
      'a form with long parameters',
      form(() => part(`Content-Disposition: form-data; ${fill('a="b"; ')}`, '')),
    ],
    ['a form without end', form(() => Buffer.from(`--${boundary}\r\n${fill('x')}`))],
    [
      'a form with a long boundary',
      {
        type: `multipart/form-data; boundary=${fill('-', 8_000)}`,
        createBody: () => Buffer.from(fill('-')),
      },
    ],
  ];
  return extent === 'all' ? all : all.filter((_, at) => at % 7 === 0);
}
