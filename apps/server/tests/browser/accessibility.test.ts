import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from '../support/browser.ts';
import { assertOk } from '../support/client.ts';
import { assertLooks } from '../support/looks.ts';
import { findMailLink } from '../support/mailbox.ts';
import { createBadge, createIssuer, createOwner, issueAward } from '../support/people.ts';
import { useInstanceAndBrowser } from '../support/use-instance.ts';

const { instance, browser } = await useInstanceAndBrowser();

test('every page is accessible, fits 360 pixels, and loads nothing external, in light and dark', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const awardId = await issueAward(owner, badgeId, {
    recipient: { name: `Extraordinarily ${'Long'.repeat(20)}`, email: 'x@example.org' },
    expires: '2026-03-05',
  });
  const issuerId = await createIssuer(owner, { email: 'registrar@pages.example' });
  const link = findMailLink(
    await instance.mailbox.waitFor('registrar@pages.example'),
    '/verify-issuer/',
  );
  const invited = await owner.api('POST', '/members', {
    parameters: { email: 'guest@pages.example', role: 'viewer' },
  });
  const erased = await issueAward(owner, badgeId);
  await owner.api('DELETE', `/awards/${erased}`);
  const email = 'reader@pages.example';
  await owner.insignia.credentials.send({ awardId, email });
  const unsubscribe = findMailLink(await instance.mailbox.waitFor(email), '/mail/unsubscribe/');
  const pages = [
    unsubscribe,
    '/mail/unsubscribe/x',
    '/sign-up',
    '/sign-in',
    '/confirm-email?token=x',
    '/forgot-password',
    '/reset-password?token=x',
    `/credentials/${awardId}`,
    `/credentials/${erased}`,
    `/credentials/${awardId}/embed`,
    '/verify',
    `/verify?url=${instance.url}/credentials/${awardId}&email=x@example.org`,
    `/verify?url=${instance.url}/credentials/${erased}`,
    '/verify?url=nonsense',
    '/credentials/unknown',
    link,
    `/certify-badge/verify-issuer/${issuerId}/wrong`,
    `/accept-invitation?inviteId=${assertOk(invited).body.inviteId}`,
    '/accept-invitation?inviteId=unknown',
    `/sign-in?invitation=${assertOk(invited).body.inviteId}`,
  ];
  // In parallel, in separate processes.
  const sides = [0, 1].map(async (side) => {
    const { page, complaints } = await visit(browser, instance.url, '/sign-in');
    for (const path of pages.filter((_, at) => at % 2 === side)) {
      await page.goto(new URL(path, instance.url).href);
      await assertLooks(page, path);
      const spaced = await page.evaluate(
        "[...document.querySelectorAll('[href], [src]')].map((one) => one.getAttribute('href') ?? one.getAttribute('src')).filter((url) => /\\s/.test(url))",
      );
      assert.deepEqual(spaced, [], `${path}: raw spaces in URLs`);
      // Error pages aren't successes.
      assert.deepEqual(
        complaints.filter((text) => !/status of 4(00|04|10)/.test(text)),
        [],
        path,
      );
    }
    await page.context().close();
  });
  await Promise.all(sides);
});
