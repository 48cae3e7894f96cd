import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAlignment } from './create-alignment.ts';
import { decodePage, parsePage, readJsonDetails, readPageDetails } from './read-reply.ts';

const ofJson = (document: unknown, url: string, language = 'en') =>
  createAlignment(readJsonDetails(document, url, language), url);
const ofPage = (html: string, url = 'https://a.example/skill') =>
  createAlignment(readPageDetails(parsePage(html), 'en'), url);

test('an IMS CASE item, an item with its associations, and a document are read', () => {
  const item = {
    identifier: '6b35e1c6-d7d1-11e8-824f-0242ac160002',
    uri: 'https://case.example/uri/6b35e1c6-d7d1-11e8-824f-0242ac160002',
    fullStatement: 'Draws a sample that says something of the whole.',
    humanCodingScheme: 'ST.2',
    CFItemType: 'Standard',
    CFDocumentURI: {
      ...{ title: 'Statistics in schools', identifier: 'd1', uri: 'https://case.example/uri/d1' },
    },
  };
  const found = {
    targetName: item.fullStatement,
    ...{ targetUrl: item.uri, targetFramework: 'Statistics in schools', targetCode: 'ST.2' },
  };
  const url = `https://case.example/ims/case/v1p0/CFItems/${item.identifier}`;
  assert.deepEqual(ofJson(item, url), found);
  assert.deepEqual(ofJson({ CFItem: item, CFAssociations: [{ uri: 'x' }] }, url), found);
  assert.deepEqual(ofJson({ ...item, abbreviatedStatement: 'Sampling' }, url), {
    ...found,
    ...{ targetName: 'Sampling', targetDescription: item.fullStatement },
  });
  const document = {
    identifier: 'd1',
    title: 'Statistics in schools',
    uri: 'https://case.example/uri/d1',
  };
  const whole = {
    CFDocument: document,
    CFItems: [{ ...item, uri: 'https://case.example/uri/x' }, item],
  };
  assert.equal(
    ofJson(whole, 'https://case.example/ims/case/v1p0/CFPackages/d1')?.targetName,
    document.title,
  );
  assert.equal(ofJson(whole, item.uri)?.targetUrl, item.uri);
});

// Modeled on published documents: 1EdTech's Open Badges 3.0 Implementation Guide, responses of CASE
// 1.1, the CTDL registry and ESCO's API.
test('published formats are read: a CASE package item, a registry credential, a complete ESCO skill', () => {
  const identifier = '74f5bb7d-d7cc-11e8-824f-0242ac160002';
  const uri = `https://caseregistry.example/uri/${identifier}`;
  const statement = 'Cites evidence that supports what a text says.';
  const inPackage = {
    CFPackage: {
      CFDocument: {
        identifier: 'd1',
        uri: 'https://caseregistry.example/uri/d1',
        title: 'English',
      },
      CFItems: [
        {
          ...{ identifier: '00000000-d7cc-11e8-824f-0242ac160002', fullStatement: 'Another' },
          ...{ uri: 'https://caseregistry.example/uri/0' },
        },
        {
          ...{ identifier, uri, fullStatement: statement, humanCodingScheme: null },
          ...{ abbreviatedStatement: null, CFItemType: 'Standard', educationLevel: ['10', '11'] },
        },
      ],
    },
  };
  const found = {
    ...{ targetName: statement, targetUrl: uri },
    ...{ targetFramework: 'English', targetCode: identifier },
  };
  assert.deepEqual(ofJson(inPackage, uri), found);
  const relative = {
    CFItem: {
      ...{ identifier, fullStatement: statement, uri: `/ims/case/v1p1/CFItems/${identifier}` },
      CFDocumentURI: { title: 'English', identifier: 'd1', uri: '/ims/case/v1p1/CFDocuments/d1' },
    },
  };
  assert.deepEqual(ofJson(relative, uri), found);

  const ctid = 'ce-c4ccf4c4-76d5-4a6e-9ca0-2cd7a8937ee6';
  const resource = {
    ...{ '@id': `https://registry.example/resources/${ctid}`, '@type': 'ceterms:DigitalBadge' },
    ...{ '@context': 'https://credreg.net/ctdl/schema/context/json', 'ceterms:ctid': ctid },
    'ceterms:name': { 'en-US': 'Patient Interviewing' },
    'ceterms:isPartOf': [{ '@id': 'https://registry.example/resources/ce-other' }],
  };
  const envelope = {
    envelope_ceterms_ctid: ctid,
    decoded_resource: {
      '@graph': [{ '@id': '_:owner', 'ceterms:name': 'A College' }, resource],
    },
  };
  for (const document of [resource, envelope])
    assert.deepEqual(ofJson(document, `https://registry.example/graph/${ctid}`), {
      ...{ targetName: 'Patient Interviewing', targetUrl: resource['@id'], targetCode: ctid },
      targetFramework: 'Credential Transparency Description Language',
    });

  const skill = 'http://data.europa.eu/esco/skill/7111b95d-0ce3-441a-9d92-4c75d05c4388';
  const esco = {
    ...{ className: 'Skill', classId: 'http://data.europa.eu/esco/model#Skill', uri: skill },
    ...{ title: 'project management', referenceLanguage: ['en'], status: 'released' },
    preferredLabel: { fr: 'gestion de projets', en: 'project management', 'en-us': 'x' },
    alternativeLabel: { en: ['managing projects'] },
    description: {
      fr: { literal: 'Comprendre', mimetype: 'plain/text' },
      en: { literal: 'Understand', mimetype: 'plain/text' },
    },
    _links: { self: { href: 'https://esco.example/', uri: skill, title: 'project management' } },
  };
  assert.deepEqual(ofJson(esco, 'https://ec.europa.eu/esco/api/resource/skill?uri=x', 'fr'), {
    ...{ targetName: 'gestion de projets', targetUrl: skill },
    ...{ targetFramework: 'ESCO', targetDescription: 'Comprendre' },
  });
});

test('CTDL-ASN, ESCO, SKOS and schema.org are read in the requested language', () => {
  const ce =
    'https://credentialengineregistry.org/resources/ce-5fd2bcb0-4ddd-4ae4-8b2f-000000000001';
  const graph = {
    '@context': 'https://credreg.net/ctdlasn/schema/context/json',
    '@graph': [
      {
        '@id': `${ce}f`,
        '@type': 'ceasn:CompetencyFramework',
        'ceasn:name': { 'en-us': 'Welding' },
      },
      {
        ...{ '@id': ce, '@type': 'ceasn:Competency', 'ceasn:isPartOf': [`${ce}f`] },
        ...{ 'ceasn:competencyText': { 'en-us': 'Joins steel.', de: 'Fügt Stahl.' } },
        'ceasn:codedNotation': 'W-7',
      },
    ],
  };
  const welding = { targetUrl: ce, targetFramework: 'Welding', targetCode: 'W-7' };
  assert.deepEqual(ofJson(graph, ce), { targetName: 'Joins steel.', ...welding });
  assert.deepEqual(ofJson(graph, ce, 'de-AT'), { targetName: 'Fügt Stahl.', ...welding });
  assert.equal(ofJson(graph, 'https://elsewhere.example/')?.targetName, 'Welding');

  const skill = 'http://data.europa.eu/esco/skill/f0c1';
  const esco = {
    ...{ className: 'Skill', uri: skill, title: 'manage budgets' },
    preferredLabel: { de: 'Budgets verwalten', en: 'manage budgets' },
    description: { en: { literal: 'Plan, monitor and report.', mimetype: 'plain/text' } },
  };
  const api = 'https://ec.europa.eu/esco/api/resource/skill?uri=f0c1';
  assert.deepEqual(ofJson(esco, api, 'de'), {
    ...{ targetName: 'Budgets verwalten', targetUrl: skill, targetFramework: 'ESCO' },
    targetDescription: 'Plan, monitor and report.',
  });

  const core = 'http://www.w3.org/2004/02/skos/core#';
  const concept = {
    ...{ '@id': 'https://v.example/1', '@type': [`${core}Concept`] },
    [`${core}prefLabel`]: [
      { '@language': 'fr', '@value': 'Voile' },
      { '@language': 'en', '@value': 'Sailing' },
    ],
    [`${core}notation`]: [{ '@value': 7 }],
    [`${core}inScheme`]: [{ '@id': 'https://v.example/' }],
  };
  const scheme = { '@id': 'https://v.example/', [`${core}prefLabel`]: 'Sports' };
  assert.deepEqual(ofJson([concept, scheme], 'https://v.example/1'), {
    ...{ targetName: 'Sailing', targetUrl: 'https://v.example/1' },
    ...{ targetFramework: 'Sports', targetCode: '7' },
  });

  const term = {
    ...{ '@type': 'DefinedTerm', name: 'Scrum', termCode: 'A4', '@id': '#scrum' },
    inDefinedTermSet: { '@type': 'DefinedTermSet', name: 'Agile' },
  };
  const page = `<title>Home | Agile</title><script type="application/ld+json">{"@type":"WebSite","name":"Agile Site"}</script>
    <script type='application/ld+json'>${JSON.stringify(term)}</script>`;
  assert.deepEqual(ofPage(page), {
    ...{ targetName: 'Scrum', targetUrl: 'https://a.example/skill' },
    ...{ targetFramework: 'Agile', targetCode: 'A4' },
  });
});

test('a page alignment uses the Open Graph tags, otherwise the title and description', () => {
  const head = `<TITLE>A &amp; B – Skills</TITLE><meta name="Description" content="Plain &lt;b&gt;">`;
  assert.deepEqual(ofPage(`<!doctype html><html><head>${head}</head><body>x`), {
    ...{ targetName: 'A & B – Skills', targetUrl: 'https://a.example/skill' },
    targetDescription: 'Plain <b>',
  });
  const og = `<meta property="og:title" content="Welding | The Framework"><meta property="og:site_name" content="The Framework">
    <meta property=og:description content="Joins steel.">`;
  assert.deepEqual(ofPage(head + og), {
    ...{ targetName: 'Welding', targetUrl: 'https://a.example/skill' },
    ...{ targetDescription: 'Joins steel.', targetFramework: 'The Framework' },
  });
  const onet = 'https://www.onetonline.org/link/summary/15-1252.00';
  assert.deepEqual(ofPage('<title>15-1252.00 - Software Developers</title>', onet), {
    ...{ targetName: 'Software Developers', targetUrl: onet },
    ...{ targetFramework: 'O*NET', targetCode: '15-1252.00' },
  });
  assert.equal(ofPage('<p>Nothing'), undefined);
  assert.equal(ofPage('<title> \n\t </title><script>var title = "x"</script>'), undefined);
});

test('alignment texts become short single lines without control characters, and unusable values are dropped', () => {
  const url = 'https://a.example/';
  const long = `${'word '.repeat(100)}end`;
  const found = createAlignment(
    {
      name: `A\u0000B\n\u202fC\ud800 ${long}`,
      description: `One\r\n\r\n\r\n\r\n two\u0007`,
      code: long,
      address: 'javascript:alert(1)',
    },
    url,
  );
  assert.match(found?.targetName ?? '', /^A B C\ufffd word .*word…$/);
  assert.ok((found?.targetName.length ?? 0) <= 200);
  assert.deepEqual(
    { ...found, targetName: '' },
    { targetName: '', targetUrl: url, targetDescription: 'One\n\ntwo' },
  );
  for (const name of ['e\u0301'.repeat(10_000), `e${'\u0301'.repeat(10_000)}`])
    assert.ok((createAlignment({ name }, url)?.targetName.length ?? 999) <= 200);
});

test('parsing hostile documents ends at the limits of depth, scripts and title', () => {
  const late = '<meta property="og:title" content="Late">';
  assert.equal(ofPage(`${'<b>'.repeat(400)}${late}`)?.targetName, 'Late');
  assert.equal(ofPage(`${'<b>'.repeat(600)}${late}`), undefined);
  const script = (name: string) =>
    `<script type="application/ld+json">{"@type": "CFItem", "fullStatement": "${name}"}</script>`;
  const empty = '<script type="application/ld+json">{}</script>';
  assert.equal(ofPage(empty.repeat(19) + script('Twentieth'))?.targetName, 'Twentieth');
  assert.equal(ofPage(empty.repeat(20) + script('Another')), undefined);
  // Without the limits, the time would grow with the square of the size: to several minutes.
  const pages = [
    '<b>'.repeat(80_000) + '</i>'.repeat(70_000),
    '<p '.repeat(170_000),
    '<title>'.repeat(70_000),
    '&amp'.repeat(130_000),
    `<meta ${'a=b '.repeat(130_000)}>`,
    '<script type="application/ld+json">['.repeat(14_000),
    '<!--'.repeat(130_000),
    `<title>${' |'.repeat(250_000)}</title><meta property="og:site_name" content="x">`,
    '<svg><math>'.repeat(47_000),
  ];
  for (const page of pages) ofPage(page);
  for (const nodes of [
    Array(9_000).fill({ '@id': 'x' }),
    Array(9_000).fill({ '@type': ['a', 'b'], isPartOf: 'urn:x' }),
  ])
    ofJson({ '@graph': nodes }, 'https://a.example/');
  for (const value of [
    null,
    7,
    'x',
    [],
    [[]],
    [null],
    {},
    { '@graph': null },
    { '@type': {} },
    { name: { en: { en: 'x' } } },
  ])
    assert.equal(ofJson(value, 'https://a.example/'), undefined);
});

test('page encoding comes from the byte order mark, the header, the page itself, or UTF-8', () => {
  const text = (bytes: Buffer, type = 'text/html') => decodePage(bytes, type);
  const latin = Buffer.from('<meta charset=iso-8859-1>\u00e9', 'latin1');
  assert.equal(text(latin).at(-1), 'é');
  assert.equal(text(Buffer.from('é', 'latin1'), 'text/html; charset="ISO-8859-1"'), 'é');
  assert.equal(text(Buffer.from('é'), 'text/html; charset=nonsense'), 'é');
  assert.equal(text(Buffer.from('\ufeffé', 'utf16le'), 'text/html; charset=utf-8'), 'é');
});
