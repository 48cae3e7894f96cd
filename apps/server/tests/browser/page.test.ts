import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { sql } from 'kysely';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { findViolations } from '../support/axe.ts';
import { assertOk, assertRefused, createTestClient } from '../support/client.ts';
import { dataUri, pngBytes } from '../support/images.ts';
import { createBadge, createIssuer, createOwner, issueAward } from '../support/people.ts';
import { isShort } from '../support/test-form.ts';
import { useInstanceAndBrowser } from '../support/use-instance.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

const { instance, browser } = await useInstanceAndBrowser();
const anyone = createTestClient(instance.url);
const owner = await createOwner(instance, 'pro');
const image = dataUri(await pngBytes(800, 800));
const more = {
  name: 'University <of> "Somewhere"',
  linkedinOrganizationId: '1234567',
  logo: image,
};
const badgeId = await createBadge(owner, await createIssuer(owner, more), {
  name: 'Sailor & Navigator',
  image,
});

const named = (name: string, more: object = {}) =>
  issueAward(owner, badgeId, { recipient: { name, email: 'secret-mailbox@example.org' }, ...more });

const phone = { width: 360, height: 700 };
const looks: Pick<BrowserContextOptions, 'colorScheme' | 'viewport'>[] = isShort
  ? [{ colorScheme: 'dark', viewport: phone }]
  : [{}, { colorScheme: 'dark' }, { viewport: phone }];

type Visit = { page: Page; complaints: string[]; close: () => Promise<void> };
async function visit(path: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(instance.url) && !url.startsWith('data:'))
      complaints.push(`elsewhere: ${url}`);
  });
  await page.goto(instance.url + path);
  return { page, complaints, close: () => context.close() };
}
const stats = async (id: string) =>
  assertOk(await anyone('GET', `/awards/${id}/stats`)).body.info.stats;
const viewedEvents = async (id: string) =>
  (
    await sql<{
      n: number;
    }>`select count(*)::int n from events where credential_id = ${id} and type = 'credential.viewed'`.execute(
      instance.db,
    )
  ).rows[0]?.n;

test('the page shows everything and its links work without JavaScript', async () => {
  const id = await named('Ada <b>Lovelace</b>', { expires: '2028-03-05' });
  const { page, complaints, close } = await visit(`/credentials/${id}`, {
    javaScriptEnabled: false,
  });
  const text = await page.locator('main').innerText();
  for (const words of [
    'Valid credential',
    'Ada <b>Lovelace</b>',
    'Sailor & Navigator',
    'Writes programs',
    'University <of> "Somewhere"',
    'Wrote one',
    'March 1, 2026',
    'March 5, 2028',
    'Certificate',
  ])
    assert.ok(text.includes(words), words);
  assert.equal(await page.getByRole('button', { name: 'Copy link' }).count(), 0);
  assert.equal(await page.inputValue('#page-link'), `${instance.url}/credentials/${id}`);
  await page.getByRole('link', { name: 'Verify', exact: true }).click();
  await page.getByRole('heading', { name: 'Valid credential' }).waitFor();
  await page.getByText('Ada <b>Lovelace</b>').waitFor();
  await page.getByRole('link', { name: 'View the credential' }).click();
  assert.equal(new URL(page.url()).pathname, `/credentials/${id}`);
  assert.deepEqual(complaints, []);
  assert.equal((await stats(id)).views, 0);
  await close();
});

test('criteria and description appear as Markdown on the page and are served unchanged', async () => {
  const criteria =
    '# Two things\n\n1. **Sail** to [Brest](https://brest.example/)\n2. Come back\n\n<script>alert(1)</script> ![x](https://x.example/p.png) [bad](javascript:alert(1))';
  const description = 'Sails *well*\nand <b>far</b>';
  const image = dataUri(await pngBytes());
  const written = await createBadge(owner, await createIssuer(owner), {
    ...{ criteria, description, image },
  });
  const { page, complaints, close } = await visit(
    `/credentials/${await issueAward(owner, written)}`,
  );
  const prose = page.locator('.prose');
  assert.equal(
    await prose.first().innerHTML(),
    '<p dir="auto">Sails <em>well</em><br>and &lt;b&gt;far&lt;/b&gt;</p>',
  );
  const [link] = await prose.last().getByRole('link').all();
  assert.deepEqual(
    [await link?.getAttribute('href'), await link?.getAttribute('rel')],
    ['https://brest.example/', 'noopener nofollow ugc'],
  );
  assert.equal(await prose.last().getByRole('link').count(), 1);
  assert.equal(await prose.last().locator('ol > li').count(), 2);
  assert.equal(await prose.last().getByRole('heading', { name: 'Two things' }).count(), 1);
  assert.ok((await prose.last().innerText()).includes('<script>alert(1)</script>'));
  assert.equal(await prose.locator('img, script').count(), 0);
  assert.deepEqual(await findViolations(page), []);
  assert.deepEqual(complaints, []);
  await close();
  const document = assertOk(await anyone('GET', `/certify-badge/badge/${written}`)).body;
  assert.deepEqual([document.criteria.narrative, document.description], [criteria, description]);
});

test('the page states the status of expired and revoked credentials, with date and reason', async () => {
  const says = async (id: string) => assertOk(await anyone('GET', `/credentials/${id}`)).text;
  const expired = await named('Expired Person', { issuedOn: '2020-01-01', expires: '2021-01-01' });
  assert.match(await says(expired), /<strong>Expired<\/strong>.*<time[^>]+>January 1, 2021/);
  const revoked = await named('Revoked Person');
  assert.match(await says(revoked), /Valid credential/);
  await owner.insignia.credentials.revoke({ awardId: revoked, reason: 'Copied & pasted' });
  assert.match(
    await says(revoked),
    /<strong>Revoked<\/strong>.*Reason: <span dir="auto">Copied &amp; pasted/,
  );
  const silent = await named('Silent Person');
  await owner.insignia.credentials.revoke({ awardId: silent });
  assert.match(await says(silent), /The issuer revoked it on \w+ \d+, \d{4}\./);
  assert.doesNotMatch(await says(silent), /Reason:/);
  const erased = await named('Erased Person');
  await says(erased);
  await owner.insignia.credentials.delete({ awardId: erased });
  const erasedPage = await anyone('GET', `/credentials/${erased}`, undefined, {
    accept: 'text/html',
  });
  assert.deepEqual(
    [erasedPage.status, /was erased/.test(erasedPage.text), /Erased Person/.test(erasedPage.text)],
    [410, true, false],
  );
  assertRefused(await anyone('GET', `/credentials/${erased}`), 410, 'credential_gone');
  const unknown = await anyone('GET', `/credentials/${badgeId}`, undefined, {
    accept: 'text/html',
  });
  assert.deepEqual([unknown.status, /Credential not found/.test(unknown.text)], [404, true]);
});

test('expired and revoked credentials never look valid and offer no sharing', async () => {
  const expired = await named('Expired Shown', { issuedOn: '2020-01-01', expires: '2021-01-01' });
  const revoked = await named('Revoked Shown');
  await owner.insignia.credentials.revoke({ awardId: revoked });
  for (const [id, state, preview] of [
    [expired, 'Expired', 'This credential, issued to Expired Shown, expired on January 1, 2021.'],
    [
      revoked,
      'Revoked',
      'University &lt;of&gt; &quot;Somewhere&quot; has revoked this credential, issued to Revoked Shown.',
    ],
  ] as const) {
    const { text } = assertOk(await anyone('GET', `/credentials/${id}`));
    assert.match(text, new RegExp(`property="og:title" content="${state}: Sailor`));
    assert.ok(text.includes(`property="og:description" content="${preview}"`), text);
    assert.match(text, new RegExp(`<title>${state}: Sailor`));
    for (const look of looks) {
      const { page, complaints, close } = await visit(`/credentials/${id}`, look);
      await page.getByRole('status').getByText(state, { exact: true }).waitFor();
      await page.locator('.stamp').getByText(state).waitFor();
      const shown = await page.locator('main').innerText();
      assert.doesNotMatch(
        shown,
        /Valid credential|certifies|has earned|LinkedIn|Share|Copy|Embed/i,
      );
      assert.equal(await page.locator('[data-event=share], [data-event=linkedin_add]').count(), 0);
      for (const path of ['', '/embed']) {
        await page.goto(`${instance.url}/credentials/${id}${path}`);
        const grey = 'getComputedStyle(document.querySelector("img[alt^=Badge]")).filter';
        assert.match((await page.evaluate(grey)) as string, /grayscale\(1\)/);
      }
      await page.goto(`${instance.url}/credentials/${id}`);
      assert.deepEqual(await findViolations(page, undefined, true), []);
      assert.deepEqual(complaints, []);
      await close();
    }
  }
});

test('a page has preview cards and discovery links, no personal data but the name, and a strict policy', async () => {
  const id = await named('Tagged "Person"');
  const { text, headers } = assertOk(await anyone('GET', `/credentials/${id}`));
  const meta = (name: string): string =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(text)?.[1] ?? '';
  assert.equal(meta('og:title'), 'Sailor &amp; Navigator: Tagged &quot;Person&quot;');
  assert.equal(meta('og:url'), `${instance.url}/credentials/${id}`);
  assert.equal(meta('twitter:card'), 'summary_large_image');
  assert.ok(meta('og:image').startsWith(`${instance.url}/credentials/${id}/card.png?v=`));
  assert.equal(meta('og:image'), meta('twitter:image'));
  assert.deepEqual([meta('og:image:width'), meta('og:image:height')], ['1200', '630']);
  assert.doesNotMatch(text, /secret-mailbox|sha256\$/);
  assert.ok(text.length < 60_000, String(text.length));
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self'(;|$)/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe|\*/);
  assert.doesNotMatch(text, /<script(?! src="\/assets\/)|style="| on\w+="/);
  const discovery = /type="application\/json\+oembed" href="([^"]+)"/.exec(text)?.[1] ?? '';
  const oembed = assertOk(await anyone('GET', discovery.replaceAll('&amp;', '&'))).body;
  assert.deepEqual(
    [oembed.version, oembed.type, oembed.width, oembed.thumbnail_url],
    ['1.0', 'rich', 480, meta('og:image')],
  );
  const etag = headers.get('etag') ?? '';
  assert.equal(
    (await anyone('GET', `/credentials/${id}`, undefined, { 'if-none-match': etag })).status,
    304,
  );
});

test('LinkedIn gets every field, by a button with the issuer’s organization id or a link with its name', async () => {
  const id = await named('Linked Person', { expires: '2028-03-05' });
  const text = (path: string) => anyone('GET', path).then((answer) => assertOk(answer).text);
  const [, href = ''] =
    /class="button linkedin" href="([^"]+)"/.exec(await text(`/credentials/${id}`)) ?? [];
  const url = new URL(href.replaceAll('&amp;', '&'));
  assert.equal(url.origin + url.pathname, 'https://www.linkedin.com/profile/add');
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    ...{ startTask: 'CERTIFICATION_NAME', name: 'Sailor & Navigator', organizationId: '1234567' },
    ...{ issueYear: '2026', issueMonth: '3', expirationYear: '2028', expirationMonth: '3' },
    ...{ certUrl: `${instance.url}/credentials/${id}`, certId: id },
  });
  const plain = await createBadge(owner, await createIssuer(owner));
  const other = await text(`/credentials/${await issueAward(owner, plain)}`);
  const [link = '', written = ''] =
    /<a href="(https:\/\/www\.linkedin\.com\/profile\/add[^"]+)"[^>]*>Add to LinkedIn profile/.exec(
      other,
    ) ?? [];
  assert.doesNotMatch(link + other, /class="button linkedin"/);
  const query = new URL(written.replaceAll('&amp;', '&')).searchParams;
  assert.deepEqual(
    [query.get('organizationName'), query.get('organizationId')],
    ['Analytical Society', null],
  );
});

test('a view counts once, and each share counts under its own network', async () => {
  const id = await named('Counted Person');
  const { page, complaints, close } = await visit(`/credentials/${id}`, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await waitForCondition('the count', async () => (await stats(id)).views === 1);
  // Unread responses would keep the page from becoming idle.
  await page.waitForLoadState('networkidle');
  await page.reload();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(
    await page.evaluate('navigator.clipboard.readText()'),
    `${instance.url}/credentials/${id}`,
  );
  await waitForCondition('the count', async () => (await stats(id)).shares.copy === 1);
  assert.equal(await viewedEvents(id), 1);
  assert.deepEqual(complaints, []);
  await close();
  // A client's share counts once in 24 hours, so each network needs another visit.
  const links = {
    linkedin: 'LinkedIn',
    twitter: 'X',
    facebook: 'Facebook',
    whatsapp: 'WhatsApp',
    telegram: 'Telegram',
    email: 'Email',
  };
  for (const [network, name] of Object.entries(links).slice(0, isShort ? 2 : undefined)) {
    const each = await named(`Person of ${name}`);
    const other = await visit(`/credentials/${each}`);
    const share = other.page
      .getByRole('list', { name: 'Share' })
      .getByRole('link', { name, exact: true });
    const href = (await share.getAttribute('href')) ?? '';
    assert.ok(decodeURIComponent(href).includes(`/credentials/${each}`), href);
    // The other site isn't contacted.
    await other.page.evaluate('addEventListener("click", (click) => click.preventDefault())');
    await share.click();
    await waitForCondition('the count', async () => (await stats(each)).shares[network] === 1);
    await other.close();
  }
  const otherRecipient = await named('Kept Person');
  const third = await visit(`/credentials/${otherRecipient}`);
  const download = third.page.waitForEvent('download');
  await third.page.getByRole('link', { name: 'Badge picture' }).click();
  assert.equal((await download).suggestedFilename(), 'Sailor & Navigator badge.png');
  await waitForCondition('the count', async () => (await stats(otherRecipient)).downloads === 1);
  await third.page.evaluate('addEventListener("click", (click) => click.preventDefault())');
  await third.page.getByRole('link', { name: 'Add to LinkedIn profile' }).click();
  await waitForCondition(
    'the count',
    async () => (await stats(otherRecipient)).linkedin_adds === 1,
  );
  await third.close();
});

test('the page shows the certificate beside the badge, as a link to the PDF', async () => {
  const issuerId = await createIssuer(owner);
  const portrait = {
    ...{ insigniaDesign: 1, kind: 'certificate', paper: 'letter', orientation: 'portrait' },
    layers: [
      {
        ...{ id: 'name', type: 'text', x: 20, y: 40, width: 170, height: 20, size: 30 },
        text: '{{recipient_name}}',
      },
    ],
  };
  const { certificateId } = await owner.insignia.certificates.create({
    ...{ issuerId, name: 'Upright', design: portrait },
  });
  const designed = await createBadge(owner, issuerId, { certificateId, image });
  const wide = await named('Certified Person');
  const tall = await issueAward(owner, designed);
  for (const id of [wide, tall])
    for (const look of looks) {
      const { page, complaints, close } = await visit(`/credentials/${id}`, look);
      const link = page.getByRole('link', { name: 'Certificate', exact: true });
      assert.equal(await link.getAttribute('href'), `${instance.url}/awards/${id}/pdf`);
      await link.scrollIntoViewIfNeeded();
      await waitForCondition('the picture', async () =>
        Boolean(await page.evaluate('document.querySelector(".sheet img").naturalWidth')),
      );
      const shape = (await page.evaluate(
        '(({ naturalWidth, naturalHeight, clientWidth, clientHeight }) => [naturalWidth / naturalHeight, clientWidth / clientHeight])(document.querySelector(".sheet img"))',
      )) as [number, number];
      assert.ok(Math.abs(shape[0] - shape[1]) < 0.02, String(shape));
      assert.equal(shape[0] > 1, id === wide);
      const [badge, sheet] = [
        await page.locator('.picture img').boundingBox(),
        await link.boundingBox(),
      ];
      assert.ok(badge && sheet && sheet.y >= badge.y + badge.height);
      assert.ok(sheet.width <= 360);
      assert.deepEqual(await findViolations(page), []);
      assert.deepEqual(complaints, []);
      await close();
    }
  assert.match(assertOk(await anyone('GET', `/credentials/${tall}`)).text, /US Letter/);
});

test('a device that can share shows its share sheet, which counts unless it is canceled', async () => {
  const id = await named('Sharing Person');
  const name = 'Share…';
  const without = await visit(`/credentials/${id}`);
  assert.equal(await without.page.getByRole('button', { name }).count(), 0);
  await without.close();
  const context = await browser.newContext({ viewport: { width: 360, height: 700 } });
  await context.addInitScript(
    'navigator.share = async (data) => { window.shared = data; if (window.isCanceled) throw new DOMException("", "AbortError"); }',
  );
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${instance.url}/credentials/${id}`);
  const button = page.getByRole('button', { name });
  await page.evaluate('window.isCanceled = true');
  await button.click();
  await waitForCondition('the share sheet', async () =>
    Boolean(await page.evaluate('window.shared')),
  );
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
  assert.deepEqual(await page.evaluate('window.shared'), {
    title: 'Sailor & Navigator: Sharing Person',
    text: 'I have earned the credential “Sailor & Navigator” from University <of> "Somewhere".',
    url: `${instance.url}/credentials/${id}`,
  });
  await page.evaluate('window.isCanceled = false');
  await button.click();
  await waitForCondition('the count', async () => (await stats(id)).shares.device === 1);
  assert.deepEqual((await stats(id)).shares, { device: 1 });
  assert.deepEqual(errors, []);
  assert.deepEqual(await findViolations(page), []);
  await context.close();
});

test('crawlers, previews and file downloads do not count as views', async () => {
  const id = await named('Crawled Person');
  const agent =
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/130';
  const { page, close } = await visit(`/credentials/${id}`, { userAgent: agent });
  await page.getByRole('button', { name: 'Copy link' }).click();
  for (const path of ['', '/card.png', '/badge.png', '/embed', '/qr.svg'])
    assertOk(await anyone('GET', `/credentials/${id}${path}`));
  await page.waitForLoadState('networkidle');
  const { views, shares } = await stats(id);
  assert.deepEqual([views, shares, await viewedEvents(id)], [0, {}, 0]);
  await close();
});

test('Verify shows each check in place, also for a revoked credential', async () => {
  const id = await named('Checked Person');
  await owner.insignia.credentials.revoke({ awardId: id, reason: 'By <mistake>' });
  const { page, complaints, close } = await visit(`/credentials/${id}`);
  await page.getByRole('link', { name: 'Verify', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Revoked by the issuer.').waitFor();
  assert.equal(await page.locator('.checks li').count(), 7);
  assert.equal(
    await page.locator('.checks .invalid').innerText(),
    'The issuer revoked this credential: By <mistake>',
  );
  assert.deepEqual(await findViolations(page), []);
  assert.deepEqual(complaints, []);
  await close();
});

test('/verify distinguishes expired, revoked and unknown credentials, and names their recipients', async () => {
  const expired = await named('Expired Verified', {
    issuedOn: '2020-01-01',
    expires: '2021-01-01',
  });
  const revoked = await named('Revoked Verified');
  const reason = { parameters: { reason: 'By <mistake>' } };
  assertOk(await owner.api('POST', `/awards/${revoked}/revoke`, reason));
  const seen: [string, string, string[]][] = [
    [expired, 'Expired', ['Expired Verified', 'January 1, 2021', 'Sailor & Navigator']],
    [revoked, 'Revoked', ['Revoked Verified', 'The issuer revoked this credential: By <mistake>']],
    [badgeId, 'Credential not found', ['Check that the link or code is complete']],
  ];
  for (const [id, headline, words] of seen) {
    const { page, complaints, close } = await visit(
      `/verify?url=${instance.url}/credentials/${id}`,
    );
    assert.equal(await page.locator('h1').innerText(), headline);
    const text = await page.locator('.checked').innerText();
    for (const word of words) assert.ok(text.includes(word), word);
    assert.deepEqual(await findViolations(page), [], headline);
    assert.deepEqual(complaints, []);
    await close();
  }
});

test('an image uploaded to /verify is verified', async () => {
  const id = await named('Dropped Person');
  const baked = Buffer.from(
    await (await fetch(`${instance.url}/credentials/${id}/badge.png`)).arrayBuffer(),
  );
  const { page, complaints, close } = await visit('/verify');
  await page.setInputFiles('#file', { name: 'badge.png', mimeType: 'image/png', buffer: baked });
  await page.fill('#email', 'secret-mailbox@example.org');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('heading', { name: 'Valid credential' }).waitFor();
  assert.equal(await page.locator('.checks li').count(), 8);
  assert.deepEqual(await findViolations(page), []);
  await page.fill('#url', 'https://127.0.0.1/x');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('heading', { name: 'Couldn’t be verified' }).waitFor();
  assert.deepEqual(await findViolations(page), []);
  await page.fill('#url', '');
  await page.getByText('or paste a document').click();
  await page.fill('#document', '<b>not JSON</b>');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('The document isn’t JSON.').waitFor();
  assert.deepEqual(complaints, []);
  await close();
});

test('/verify explains missing input and unreadable files in plain words', async () => {
  const { page, close } = await visit('/verify');
  const notice = page.getByRole('alert');
  assert.equal(await notice.count(), 0);
  const verify = async (verdict: string): Promise<void> => {
    await page.getByRole('button', { name: 'Verify' }).click();
    await notice.getByText(verdict, { exact: true }).waitFor();
  };
  const file = (text: string) =>
    page.setInputFiles('#file', {
      name: 'badge.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
  const nothing = 'Enter a link or a short code, choose a file or paste a document.';
  await verify(nothing);
  const unreadable =
    'We couldn’t read a credential in this file. Choose a certificate (PDF), a badge picture (PNG or SVG) or a document (JSON or JWT) that contains a credential. For a scan or a photo, enter the link or the short code printed on it.';
  const damaged = 'This PDF is damaged. Enter the link or the short code printed on it instead.';
  for (const [text, problem] of [
    ['nonsense', unreadable],
    ['%PDF-1.7', damaged],
    ['['.repeat(200), unreadable],
  ] as const) {
    await file(text);
    await verify(problem);
    await file('');
    await verify(nothing);
  }
  assert.deepEqual(await findViolations(page), []);
  await close();
});

test('other sites can embed the small form of a credential but not its page', async (t) => {
  const id = await named('Embedded Person');
  const site = createServer((request, response) => {
    const path = request.url === '/page' ? '' : '/embed';
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<iframe src="${instance.url}/credentials/${id}${path}" width="480" height="200" title="x"></iframe>`,
      );
  });
  t.after(() => site.close().closeAllConnections());
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  const frame = page.frameLocator('iframe');
  await frame.getByText('Embedded Person').waitFor();
  const link = frame.getByRole('link');
  assert.equal(await link.getAttribute('href'), `${instance.url}/credentials/${id}`);
  assert.equal(await link.getAttribute('target'), '_blank');
  assert.deepEqual(
    (await new AxeBuilder({ page }).analyze()).violations.filter(
      ({ id: rule }) =>
        ![
          'html-has-lang',
          'document-title',
          'landmark-one-main',
          'page-has-heading-one',
          'region',
        ].includes(rule),
    ),
    [],
  );
  const fetchHeaders = async (path: string) =>
    (await fetch(`${instance.url}/credentials/${id}${path}`)).headers;
  const [small, whole] = [await fetchHeaders('/embed'), await fetchHeaders('')];
  assert.match(small.get('content-security-policy') ?? '', /frame-ancestors \*/);
  assert.deepEqual(
    [small.get('x-frame-options'), small.get('cross-origin-resource-policy')],
    [null, 'cross-origin'],
  );
  assert.equal(whole.get('x-frame-options'), 'SAMEORIGIN');
  const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
  await page.goto(`http://127.0.0.1:${port}/page`);
  await refused;
  await context.close();
});

test('oEmbed accepts only credential pages of this service, and respects the requested width', async () => {
  const id = await named('Oembedded Person');
  const url = (page: string, more = '') => `/oembed?url=${encodeURIComponent(page)}${more}`;
  const page = `${instance.url}/credentials/${id}`;
  const answer = assertOk(
    await anyone('GET', url(page, '&maxwidth=300&maxheight=150&format=json')),
  ).body;
  assert.deepEqual([answer.width, answer.height], [300, 150]);
  assert.match(answer.html, /^<iframe src="[^"]+\/embed" width="300" height="150" /);
  assertOk(await anyone('GET', url(`${page}?utm_source=x#y`)));
  for (const other of [
    'https://evil.example/credentials/1',
    `${instance.url}.evil.example/credentials/${id}`,
    `${instance.url}/credentials/${badgeId}`,
    `${instance.url}/sign-in`,
  ])
    assertRefused(await anyone('GET', url(other)), 404, 'credential_not_found');
  assertRefused(await anyone('GET', url(page, '&format=xml')), 400, 'invalid_request', 'format');
  assertRefused(await anyone('GET', '/oembed'), 400, 'invalid_request', 'url');
  assertRefused(await anyone('GET', url(page, '&maxwidth=-1')), 400, 'invalid_request', 'maxwidth');
});

test('names with markup, overrides, stacked marks, right-to-left text or one long word stay in place', async () => {
  const names = [
    '<img src=x onerror=alert(1)>',
    'Evil \u202egnp.exe name',
    `Zal${'\u0301\u0316'.repeat(15)}go`,
    'محمد عبد الله',
    'W'.repeat(120),
  ];
  for (const name of names) {
    const id = await named(name);
    const { page, complaints, close } = await visit(`/credentials/${id}`, {
      viewport: { width: 360, height: 700 },
    });
    const heading = page.locator('h1.name');
    assert.equal(await heading.textContent(), name.normalize('NFC'));
    const direction = await page.evaluate(
      `getComputedStyle(document.querySelector('h1.name')).direction`,
    );
    assert.equal(direction, /\p{Script=Arabic}/u.test(name) ? 'rtl' : 'ltr', name);
    assert.ok(
      ((await page.evaluate('document.documentElement.scrollWidth')) as number) <= 360,
      name,
    );
    assert.doesNotMatch(await page.title(), /\u202e/);
    assert.deepEqual(await findViolations(page), [], name);
    assert.deepEqual(complaints, [], name);
    await close();
  }
});

test('one long word in any field of badge or credential never makes a page too wide', async () => {
  const long = 'W'.repeat(90);
  const skill = {
    ...{ targetName: long, targetUrl: `https://framework.example/${long}`, targetCode: long },
    ...{ targetDescription: long.repeat(10), targetFramework: long },
  };
  const wordy = await createBadge(owner, await createIssuer(owner), {
    ...{ tags: [long], alignment: [skill], criteria: long, description: long },
    attributes: [{ name: 'W'.repeat(40), type: 'text' }],
  });
  const id = await issueAward(owner, wordy, {
    ...{ attributes: { ['W'.repeat(40)]: long }, narrative: long },
    evidence: [{ id: skill.targetUrl }, { name: long, narrative: long, description: long }],
  });
  for (const path of [`/credentials/${id}`, `/badge/${wordy}`])
    for (const width of [360, 1_280]) {
      const { page, close } = await visit(path, { viewport: { width, height: 700 } });
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, path);
      await close();
    }
});

test('a credential links to the pages of its badge and issuer, which reveal nothing about recipients', async () => {
  const id = await named('Linked Recipient');
  const { page, complaints, close } = await visit(`/credentials/${id}`);
  await page.getByRole('link', { name: 'Sailor & Navigator' }).click();
  assert.equal(new URL(page.url()).pathname, `/badge/${badgeId}`);
  assert.equal(await page.locator('h1').innerText(), 'Sailor & Navigator');
  const badgeText = await page.locator('main').innerText();
  for (const words of ['Writes programs', 'Wrote one', 'University <of> "Somewhere"'])
    assert.ok(badgeText.includes(words), words);
  await page.getByRole('article').getByRole('link', { name: 'University <of>' }).click();
  assert.match(new URL(page.url()).pathname, /^\/issuer\/[0-9a-f-]{36}$/);
  const issuerPath = new URL(page.url()).pathname;
  assert.equal(await page.locator('h1').innerText(), 'University <of> "Somewhere"');
  const site = page.getByRole('article').getByRole('link', { name: 'society.example' });
  assert.deepEqual(
    [await site.getAttribute('href'), await site.getAttribute('rel')],
    ['https://society.example', 'noopener nofollow'],
  );
  await close();
  assert.deepEqual(complaints, []);
  for (const path of [`/badge/${badgeId}`, issuerPath]) {
    const { text, headers } = assertOk(await anyone('GET', path));
    assert.doesNotMatch(text, /Linked Recipient|secret-mailbox/);
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.doesNotMatch(text, /<script|style="| on\w+="/);
    const meta = (name: string): string =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(text)?.[1] ?? '';
    assert.equal(meta('og:url'), instance.url + path);
    assert.notEqual(meta('og:title'), '');
    assert.notEqual(meta('og:description'), '');
    assert.equal((await fetch(meta('og:image'))).headers.get('content-type'), 'image/png');
    assert.equal(meta('robots'), 'noindex');
    const etag = headers.get('etag') ?? '';
    assert.equal((await anyone('GET', path, undefined, { 'if-none-match': etag })).status, 304);
    for (const look of looks) {
      const seen = await visit(path, { ...look, javaScriptEnabled: true });
      assert.deepEqual(await findViolations(seen.page), []);
      const wide = (await seen.page.evaluate('document.documentElement.scrollWidth')) as number;
      assert.ok(wide <= 1_280 && (!('viewport' in look) || wide <= 360));
      assert.deepEqual(seen.complaints, []);
      await seen.close();
    }
  }
  assert.doesNotMatch(assertOk(await anyone('GET', issuerPath)).text, /Sailor/);
});

test('an unverified issuer has no links, and a changed badge or issuer shows immediately', async () => {
  const strange = await createIssuer(owner, { name: 'Strange <b>', email: 'who@else.example' });
  const { text } = assertOk(await anyone('GET', `/issuer/${strange}`));
  assert.match(text, /Strange &lt;b&gt;[\s\S]*Not verified/);
  assert.doesNotMatch(text, /society\.example|who@else/);
  const issuerId = await createIssuer(owner, { name: 'Changing Issuer' });
  const changing = await createBadge(owner, issuerId, { name: 'Before' });
  assert.match(assertOk(await anyone('GET', `/badge/${changing}`)).text, /Before/);
  const logo = dataUri(await pngBytes(300, 300));
  await owner.insignia.badges.update({ badgeId: changing, name: 'After' });
  await owner.insignia.issuers.update({ issuerId: issuerId, logo });
  assert.match(assertOk(await anyone('GET', `/badge/${changing}`)).text, /<h1[^>]*>After</);
  assert.match(assertOk(await anyone('GET', `/issuer/${issuerId}`)).text, /class="logo" src="http/);
});

test('an unknown address shows a page to people and returns the error shape to programs', async () => {
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const unknown = '01900000-0000-7000-8000-000000000000';
  const places: [string, string, string][] = [
    ['/nothing/here', 'Page not found', 'not_found'],
    ['/certify-badge/award', 'Page not found', 'not_found'],
    [`/badge/${unknown}`, 'Badge not found', 'badge_not_found'],
    ['/badge/nonsense', 'Badge not found', 'badge_not_found'],
    [`/issuer/${unknown}`, 'Issuer not found', 'issuer_not_found'],
    [`/credentials/${unknown}`, 'Credential not found', 'credential_not_found'],
    [`/awards/${unknown}/pdf`, 'Credential not found', 'credential_not_found'],
  ];
  for (const [path, heading, code] of places) {
    const page = await anyone('GET', path, undefined, html);
    assert.equal(page.status, 404, path);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/, path);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.ok(page.text.includes(`<h1>${heading}</h1>`), `${path}: ${heading}`);
    for (const accept of ['application/json', '*/*', 'image/avif,*/*;q=0.8'])
      assertRefused(await anyone('GET', path, undefined, { accept }), 404, code);
  }
  assertRefused(await anyone('POST', '/nothing/here', {}, html), 404, 'not_found');
  const { page, complaints, close } = await visit('/nothing/here');
  assert.deepEqual(await findViolations(page), []);
  assert.deepEqual(
    complaints.filter((text) => !/status of 404/.test(text)),
    [],
  );
  await close();
});

test('the keyboard alone reaches every action in order, with visible focus', async () => {
  const id = await named('Keyboard Person');
  const { page, close } = await visit(`/credentials/${id}`);
  const expected = [
    'Verify',
    'Add to LinkedIn profile',
    'LinkedIn',
    'Email',
    'page-link',
    'Copy link',
    'Add to LinkedIn manually',
    'Embed on a website',
    'QR code',
    'PDF Certificate',
    'PNG Badge picture',
    'For developers',
    'Verify a credential',
    'Digital credentials with',
  ];
  const reached: string[] = [];
  for (let n = 0; n < 30; n++) {
    await page.keyboard.press('Tab');
    const name = (await page.evaluate(
      'document.activeElement.innerText?.trim() || document.activeElement.id',
    )) as string;
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    if (name === 'page-link') reached.push(name);
    else if (name)
      reached.push(
        expected.findLast((each) => name.replaceAll(/\s+/g, ' ').startsWith(each)) ?? name,
      );
    assert.notEqual(outline, 'none', name);
    if (name.startsWith('Digital credentials with')) break;
  }
  assert.deepEqual(
    reached.filter((name) => expected.includes(name)),
    expected,
  );
  await page.getByText('Embed on a website').focus();
  await page.keyboard.press('Enter');
  assert.match(await page.inputValue('#embed-code'), /^<iframe src="http/);
  await close();
});

test('the printed page shows the credential and its address, without buttons', async () => {
  const id = await named('Paper Person');
  const { page, close } = await visit(`/credentials/${id}`);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.actions:visible').count(), 0);
  assert.equal(await page.locator('.proof').isVisible(), false);
  await page.locator('.paper-only').getByText(`/credentials/${id}`).waitFor();
  await close();
  // Printers omit backgrounds: white text would be invisible.
  await owner.insignia.credentials.revoke({ awardId: id });
  const revoked = await visit(`/credentials/${id}`);
  await revoked.page.emulateMedia({ media: 'print' });
  const color = await revoked.page.evaluate(
    'getComputedStyle(document.querySelector("[role=status] strong")).color',
  );
  assert.equal(color, 'rgb(161, 42, 38)');
  await revoked.close();
});
