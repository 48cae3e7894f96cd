import type { Page } from 'playwright-core';
import type { ScreensWorld } from './world.ts';

/** A picture: its screen and preparation. */
export type ScreenPlace = {
  name: string;
  title: string;
  /** Below `/app/{accountId}`; full paths for server pages. */
  path: string;
  /** Viewer: a member, a new user, a recipient, or nobody signed in. */
  by?: 'newcomer' | 'recipient' | 'anyone';
  /** The page fits the window, like the designer. */
  isWhole?: boolean;
  prepare?: (page: Page) => Promise<void>;
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const list = [
  'Full name;E-mail;Issued on;Valid until',
  'Hanna Virtanen;hanna.virtanen@club.fjord.example;3.11.2026;2.11.2028',
  'Mateus Oliveira;mateus.oliveira(at)club.fjord.example;3.11.2026;2.11.2028',
  'Noor Haddad;noor.haddad@club.fjord.example;31.11.2026;2.11.2028',
  'Lucía Fernández;lucia.fernandez@club.fjord.example;3.11.2026;2.11.2028',
  'Yusuf Demir;yusuf.demir@students.fjord.example;3.11.2026;2.11.2028',
  'Mei-Ling Zhang;mei-ling.zhang@club.fjord.example;3.11.2026;2.11.2028',
  'Hanna Virtanen;hanna.virtanen@club.fjord.example;3.11.2026;2.11.2028',
  'Priya Raman;priya.raman@club.fjord.example;3.11.2026;2.11.2028',
];
const undated = 'Name\tE-mail\nHanna Virtanen\thanna.virtanen@club.fjord.example';
const chooseList = async (page: Page) => {
  await page.getByLabel('File with recipients').setInputFiles({
    ...{ name: 'navigation-autumn.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(list.join('\r\n'), 'latin1'),
  });
  await page.getByRole('heading', { level: 2, name: 'Match columns' }).waitFor();
};
const toRows = async (page: Page) => {
  await chooseList(page);
  await button(page, 'Continue').click();
  await page.getByText('duplicate in the list').waitFor();
};

/** Letters load first. The background is transparent, and the center may be too. */
const isDrawn = async (page: Page) => {
  await page.waitForFunction(() =>
    Array.from(document.querySelectorAll('canvas')).some((canvas) => {
      const { width, height } = canvas;
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      for (let at = 0; at < pixels.length; at += 4)
        if (Math.abs((pixels[at] ?? 0) - (pixels[at + 1] ?? 0)) > 20) return true;
      return false;
    }),
  );
};

/** Dark letters, unlike the guides that are drawn at once. */
const hasInk = () =>
  Array.from(document.querySelectorAll('canvas')).some((canvas) => {
    const { width, height } = canvas;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    let count = 0;
    for (let at = 0; at < pixels.length; at += 4)
      if ((pixels[at] ?? 0) < 60 && (pixels[at + 3] ?? 0) > 200) count += 1;
    return count > 500;
  });

export function listScreens(world: ScreensWorld): ScreenPlace[] {
  const { issuerId, unverifiedId, badgeId, awardId, recipientId, webhookId, importId } = world;
  const { claimCode, correctionsId, certificateId } = world;
  const newImport = `/imports/new?badge=${badgeId}`;
  return [
    {
      ...{ name: 'overview', title: 'Overview', path: '' },
      prepare: (page) => page.getByRole('region', { name: 'Issued' }).locator('svg').waitFor(),
    },
    { name: 'overview-new', title: 'Overview for a new user', path: '', by: 'newcomer' },
    { name: 'issuers', title: 'Issuers', path: '/issuers' },
    { name: 'issuer-new', title: 'New issuer', path: '/issuers/new', by: 'newcomer' },
    { name: 'issuer-verify', title: 'Unverified issuer', path: `/issuers/${unverifiedId}` },
    { name: 'issuer', title: 'An issuer', path: `/issuers/${issuerId}` },
    {
      ...{ name: 'brand', title: 'Brand', path: `/issuers/${issuerId}/brand` },
      // One click away in narrow windows.
      prepare: async (page) => {
        const preview = page.getByRole('region', { name: 'Preview', exact: true });
        if (await preview.isVisible()) await preview.getByRole('img').first().waitFor();
      },
    },
    {
      ...{ name: 'certificates', title: 'Certificate designs' },
      path: `/issuers/${issuerId}/certificates`,
    },
    {
      ...{ name: 'certificate-design', title: 'Certificate designer', isWhole: true },
      path: `/issuers/${issuerId}/certificates/${certificateId}`,
      prepare: async (page) => {
        await page.waitForFunction(hasInk);
        const layers = page.getByRole('list', { name: 'Layers' });
        await layers.getByRole('button', { name: 'Recipient’s name', exact: true }).click();
      },
    },
    { name: 'badges', title: 'Badges', path: '/badges' },
    { name: 'badge', title: 'A badge', path: `/badges/${badgeId}` },
    { name: 'badge-new', title: 'New badge', path: '/badges/new' },
    {
      ...{ name: 'badge-edit', title: 'Edit badge', path: `/badges/${badgeId}/edit` },
      prepare: (page) => page.getByRole('group', { name: 'Custom field 1' }).waitFor(),
    },
    {
      ...{ name: 'design', title: 'Designer', isWhole: true },
      path: `/badges/${badgeId}/design`,
      prepare: isDrawn,
    },
    {
      name: 'issue',
      title: 'Issue a credential',
      path: `/issue?badge=${badgeId}`,
      prepare: async (page) => {
        await page.getByLabel("Recipient's name").fill('Hanna Virtanen');
        await page.getByLabel("Recipient's email").fill('hanna@students.fjord.example');
        await page.getByLabel('Vessel').fill('Colin Archer');
        await button(page, 'Add evidence').click();
      },
    },
    { name: 'imports', title: 'Imports', path: '/imports' },
    { name: 'import-choose', title: 'Import: choose a file', path: newImport },
    {
      ...{ name: 'import-match', title: 'Import: match columns', path: newImport },
      prepare: chooseList,
    },
    {
      ...{ name: 'import-undated', title: 'Import: a list without dates', path: newImport },
      prepare: async (page) => {
        await page.getByRole('textbox', { name: 'Or paste cells' }).fill(undated);
        await button(page, 'Use pasted cells').click();
        await page.getByRole('button', { name: /^Use today/ }).waitFor();
      },
    },
    {
      ...{ name: 'import-check', title: 'Import: check rows', path: newImport },
      prepare: toRows,
    },
    {
      ...{ name: 'import-issue', title: 'Import: issue', path: newImport },
      prepare: async (page) => {
        await toRows(page);
        await button(page, 'Remove rows with errors').click();
        await button(page, 'Continue').click();
        await page.getByText('credentials will be issued').waitFor();
      },
    },
    { name: 'import', title: 'An import', path: `/imports/${importId}` },
    {
      ...{ name: 'import-corrections', title: 'Corrections, before and after' },
      path: `/imports/${correctionsId}`,
    },
    {
      name: 'credentials',
      title: 'Credentials',
      path: '/credentials',
      prepare: async (page) => {
        for (const n of [1, 2, 4]) await page.getByRole('checkbox').nth(n).check();
      },
    },
    { name: 'credential', title: 'A credential', path: `/credentials/${awardId}` },
    {
      name: 'credential-revoke',
      title: 'Revoke a credential',
      path: `/credentials/${awardId}`,
      prepare: async (page) => {
        await button(page, 'Revoke').click();
        await page.getByRole('dialog').getByLabel('Reason').fill('Issued to the wrong person.');
      },
    },
    {
      name: 'correct',
      title: 'Correct a credential',
      path: `/credentials/${awardId}/correct`,
      prepare: async (page) => {
        const name = page.getByLabel("Recipient's name");
        await name.fill(`${await name.inputValue()}-Dahl`);
        await page.getByLabel(/^Reason/).fill('Married in the summer');
      },
    },
    { name: 'recipients', title: 'Recipients', path: '/recipients' },
    { name: 'recipient', title: 'A recipient', path: `/recipients/${recipientId}` },
    { name: 'requests', title: 'Requests', path: '/requests' },
    {
      name: 'claims',
      title: 'Claim codes',
      path: `/badges/${badgeId}/claims`,
      prepare: async (page) => {
        await page.getByRole('region', { name: /^Requests for / }).waitFor();
        for (const n of [1, 2]) await page.getByRole('checkbox').nth(n).check();
      },
    },
    { name: 'mail', title: 'Mail', path: '/mail' },
    {
      ...{ name: 'templates', title: 'Email templates', path: `/templates?badge=${badgeId}` },
      prepare: (page) =>
        page.getByRole('region', { name: 'The email' }).getByRole('heading').waitFor(),
    },
    { name: 'webhooks', title: 'Webhooks', path: '/webhooks' },
    { name: 'webhook', title: 'An endpoint', path: `/webhooks/${webhookId}` },
    {
      name: 'webhook-delivery',
      title: 'A delivery',
      path: `/webhooks/${webhookId}`,
      prepare: async (page) => {
        const log = page.getByRole('region', { name: 'Deliveries' }).getByRole('list').first();
        await log.getByRole('button').filter({ hasText: 'Failed' }).first().click();
      },
    },
    { name: 'keys', title: 'API keys', path: '/keys' },
    {
      ...{ name: 'single-sign-on', title: 'Single sign-on', path: '/single-sign-on' },
      prepare: (page) => page.getByRole('list', { name: 'Next steps' }).waitFor(),
    },
    { name: 'provisioning', title: 'Provisioning', path: '/provisioning' },
    { name: 'courses', title: 'Courses', path: '/courses' },
    { name: 'team', title: 'Team', path: '/team' },
    { name: 'audit', title: 'Audit log', path: '/audit' },
    { name: 'account', title: 'Account', path: '/account' },
    {
      ...{ name: 'copy-refused', title: 'Copying blocked by the browser', path: '/account' },
      prepare: async (page) => {
        await page.evaluate(() => {
          navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
          document.execCommand = () => false;
        });
        await page.getByRole('button', { name: 'Account ID' }).click();
        await page.getByText('Your browser blocked copying').waitFor();
      },
    },
    { name: 'sign-up', title: 'Sign up', path: '/sign-up', by: 'anyone' },
    { name: 'my', title: 'My credentials', path: '/my', by: 'recipient' },
    { name: 'my-collections', title: 'Collections', path: '/my/collections', by: 'recipient' },
    { name: 'my-profile', title: 'Public profile', path: '/my/profile', by: 'recipient' },
    { name: 'my-addresses', title: 'Email addresses', path: '/my/addresses', by: 'recipient' },
    { name: 'my-sign-in', title: 'Sign-in for recipients', path: '/my/sign-in', by: 'anyone' },
    { name: 'claim', title: 'Claim a credential', path: `/claim/${claimCode}`, by: 'anyone' },
    {
      ...{ name: 'claim-poster', title: 'QR code to print', by: 'anyone' },
      path: `/claim/${claimCode}?qr=1`,
    },
    { name: 'public', title: 'Public page', path: `/credentials/${awardId}`, by: 'anyone' },
  ];
}
