import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { createServiceBranding } from '../../src/platform/mail/index.ts';
import { renderEmail } from '../../src/platform/mail/render.ts';
import { openBrowser } from '../support/browser.ts';
import { assertOk, createTestClient } from '../support/client.ts';
import { dataUri, pngBytes } from '../support/images.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import type { ReceivedEmail } from '../support/mailbox.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
  password,
} from '../support/people.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { updateIssuedBrand } from '../support/update-issued.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

let instance: Instance;
let browser: Browser;
let receiver: Receiver;
let owner: Owner;
let awardId: string;
let issuerId: string;
before(async () => {
  const settings = { WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' };
  [instance, browser, receiver] = await Promise.all([
    startInstance(settings),
    openBrowser(),
    startReceiver(),
  ]);
  receiver.answer = (_request, response) => response.writeHead(410).end();
  owner = await createOwner(instance, 'pro');
  const issuer = { name: 'Academy <of> Arts', linkedinOrganizationId: '77' };
  const image = dataUri(await pngBytes(700, 700));
  issuerId = await createIssuer(owner, issuer);
  const badgeId = await createBadge(owner, issuerId, { image });
  const recipient = { name: 'محمد "the" <b>Great</b>', email: 'm@example.org' };
  awardId = await issueAward(owner, badgeId, { recipient, expires: '2029-01-01' });
});
after(async () => {
  await browser.close();
  await instance.stop();
  await receiver.close();
});

type EmailCase = { to: string; subject: RegExp; send: () => Promise<unknown> };
const parameters = (value: object) => ({ parameters: value });
const kinds: Record<string, () => EmailCase> = {
  confirmation: () => {
    const email = 'new@look.example';
    const body = { name: 'New <b>', email, password };
    return {
      to: email,
      subject: /Confirm/,
      send: () => createTestClient(instance.url)('POST', '/api/auth/sign-up/email', body),
    };
  },
  reset: () => ({
    ...{ to: owner.email, subject: /password/ },
    send: () =>
      createTestClient(instance.url)('POST', '/api/auth/request-password-reset', {
        email: owner.email,
      }),
  }),
  'issuer-code': () => ({
    ...{ to: 'registrar@look.example', subject: /./ },
    send: () => createIssuer(owner, { email: 'registrar@look.example' }),
  }),
  invitation: () => ({
    ...{ to: 'guest@look.example', subject: /./ },
    send: () =>
      owner.api('POST', '/members', parameters({ email: 'guest@look.example', role: 'viewer' })),
  }),
  credential: () => ({
    ...{ to: 'm@example.org', subject: /Your credential/ },
    send: () =>
      owner.api('POST', `/awards/${awardId}/send`, parameters({ email: 'm@example.org' })),
  }),
  forwarded: () => ({
    ...{ to: 'boss@look.example', subject: /credential awarded to/ },
    send: () =>
      owner.api('POST', `/awards/${awardId}/send`, parameters({ email: 'boss@look.example' })),
  }),
  share: () => ({
    ...{ to: 'friend@look.example', subject: /Look/ },
    send: () =>
      owner.api(
        'POST',
        `/awards/${awardId}/share`,
        parameters({
          awardId,
          recipients: 'friend@look.example',
          subject: 'Look',
          message: 'See <i>this</i>\nand that',
        }),
      ),
  }),
  'webhook-disabled': () => ({
    ...{ to: owner.email, subject: /webhook endpoint was disabled/ },
    send: async () => {
      const { body } = await owner.api('POST', '/webhooks', { url: receiver.url });
      return owner.api('POST', `/webhooks/${body.id}/test`);
    },
  }),
  visitor: () => ({
    ...{ to: 'visitor@look.example', subject: /./ },
    send: () =>
      createTestClient(instance.url)(
        'POST',
        `/certify-badge/award/${awardId}/send-email`,
        parameters({ recipients: 'visitor@look.example', message: 'Look at that' }),
      ),
  }),
};

test('every kind of email is readable in light and dark, fits 360 pixels, and loads only the badge', async () => {
  const looks = process.env.LOOKS;
  if (looks) await mkdir(looks, { recursive: true });
  for (const [kind, make] of Object.entries(kinds)) {
    const { to, subject, send } = make();
    const answer = await send();
    if (typeof answer === 'object' && answer && 'status' in answer)
      assert.equal(answer.status, 200, kind);
    const { mail } = await instance.mailbox.waitFor(to, subject);
    const html = mail.html ?? '';
    assert.doesNotMatch(html, /<b>|<i>|<script/, kind);
    const context = await browser.newContext();
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.setContent(html, { waitUntil: 'load' });
    for (const dark of [false, true]) {
      await page.setViewportSize({ width: dark ? 360 : 700, height: 600 });
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      assert.ok(
        ((await page.evaluate('document.documentElement.scrollWidth')) as number) <=
          (dark ? 360 : 700),
        kind,
      );
      const picture = await page.screenshot({
        fullPage: true,
        ...(looks ? { path: `${looks}/${kind}-${dark ? 'dark' : 'light'}.png` } : {}),
      });
      assert.ok(picture.length > 5_000, kind);
    }
    assert.ok(
      requests.every((url) => url.startsWith(`${instance.url}/ipfs/`)),
      `${kind} asks for ${requests}`,
    );
    await context.close();
    // Every link of the HTML part is in the text part in full.
    const links = [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    );
    for (const link of links) assert.ok(mail.text?.includes(link), `${kind}: ${link}`);
  }
});

test('the email of a credential shows badge and issuer, and links to page, PDF and LinkedIn', async () => {
  const email = 'M@Example.org';
  assertOk(await owner.api('POST', `/awards/${awardId}/send`, parameters({ awardId, email })));
  const isAgain = ({ to }: { to: string[] }) => to.some((box) => box.startsWith('M@'));
  await waitForCondition('the mail', () => instance.mailbox.received.some(isAgain));
  const { mail, raw } = instance.mailbox.received.find(isAgain) as ReceivedEmail;
  const html = mail.html ?? '';
  const [, picture = ''] = /<img src="([^"]+)" alt="Badge: Poet of Science"/.exec(html) ?? [];
  const shown = await fetch(picture);
  assert.equal(shown.headers.get('content-type'), 'image/png');
  assert.ok(html.includes('Academy &lt;of&gt; Arts'));
  for (const url of [
    `${instance.url}/credentials/${awardId}`,
    `${instance.url}/awards/${awardId}/pdf`,
  ])
    assert.ok(html.includes(`href="${url}"`) && mail.text?.includes(url), url);
  assert.match(html, /href="https:\/\/www\.linkedin\.com\/profile\/add\?[^"]*organizationId=77/);
  assert.match(raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
});

for (const [language, side] of [
  ['en', 'left'],
  ['ar', 'right'],
] as const)
  test(`an email aligns its logo, image, title, text, button and footer at one edge: ${side} in ${language}`, async () => {
    await updateIssuedBrand(owner, { issuerId, language, footText: 'River Street' });
    const email = `${language}@edge.example`;
    assertOk(await owner.api('POST', `/awards/${awardId}/send`, parameters({ awardId, email })));
    const { mail } = await instance.mailbox.waitFor(email, /./);
    for (const width of [700, 360]) {
      const page = await browser.newPage({ viewport: { width, height: 600 } });
      // Email programs insert the body into their own page.
      const [, body = ''] = /<body[^>]*>(.*)<\/body>/s.exec(mail.html ?? '') ?? [];
      await page.setContent(`<!doctype html><div>${body}</div>`, { waitUntil: 'load' });
      const edges = await page.evaluate(
        (edge) =>
          [...document.querySelectorAll('h1, img, .button, td > span, p')].map((element) => {
            const range = document.createRange();
            range.selectNodeContents(element);
            const boxed = element.matches('img, .button') ? element : range;
            const boxes = [...boxed.getClientRects()].map((box) => box[edge]);
            return Math.round(edge === 'left' ? Math.min(...boxes) : Math.max(...boxes));
          }),
        side,
      );
      assert.ok(edges.length > 8, `${edges}`);
      assert.ok(Math.max(...edges) - Math.min(...edges) <= 2, `${width}: ${edges}`);
      await page.close();
    }
  });

test('a personal message aligns with its own text direction, whatever the language of the email', async () => {
  for (const [language, text, side] of [
    ['en', 'مرحبا بكم\nشكرا', 'right'],
    ['ar', 'Hello there\nThanks', 'left'],
  ] as const) {
    const { html } = renderEmail(
      {
        ...{ subject: 'S', before: [], after: [] },
        ...{ look: createServiceBranding(language), quote: { from: 'Ada', text } },
      },
      'https://credentials.example.org',
    );
    const page = await browser.newPage({ viewport: { width: 700, height: 600 } });
    await page.setContent(html);
    const [ends, edge] = await page.locator('blockquote').evaluate((quote, side) => {
      const range = document.createRange();
      range.selectNodeContents(quote);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 5);
      return [lines.map((line) => line[side]), quote.getBoundingClientRect()[side]] as const;
    }, side);
    assert.ok(ends.length > 1, language);
    for (const end of ends) assert.ok(Math.abs(end - edge) < 40, `${language}: ${ends} of ${edge}`);
    await page.close();
  }
});
