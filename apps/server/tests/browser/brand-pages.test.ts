import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Language, languages } from '@insignia/contract';
import { createShades } from '@insignia/tokens/shades';
import sharp from 'sharp';
import { findViolations } from '../support/axe.ts';
import { rasterizePdf } from '../support/certificate-renderer.ts';
import { assertOk, createTestClient } from '../support/client.ts';
import { badgeImage, dataUri, pngBytes } from '../support/images.ts';
import { createBadge, createIssuer, createOwner, issueAward } from '../support/people.ts';
import { isShort } from '../support/test-form.ts';
import { updateIssuedBrand } from '../support/update-issued.ts';
import { useInstanceAndBrowser } from '../support/use-instance.ts';

const { instance, browser } = await useInstanceAndBrowser();
const owner = await createOwner(instance, 'unlimited');

const wordmark = async (fill: string) =>
  dataUri(
    await sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="880" height="200"><rect x="4" y="20" width="160" height="160" rx="30" fill="${fill}"/><rect x="200" y="60" width="640" height="80" rx="20" fill="${fill}"/></svg>`,
      ),
    )
      .png()
      .toBuffer(),
  );

type BrandAddresses = { issuer: string; badge: string; credential: string };
async function branded(parameters: object, more: object = {}): Promise<BrandAddresses> {
  const issuer = await createIssuer(owner, { logo: await wordmark('#8a1538') });
  assertOk(await owner.api('PUT', `/issuers/${issuer}/brand`, { parameters }));
  const badge = await createBadge(owner, issuer, { image: await badgeImage() });
  return { issuer, badge, credential: await issueAward(owner, badge, more) };
}

const listPaths = ({ issuer, badge, credential }: BrandAddresses) => [
  `/credentials/${credential}`,
  `/badge/${badge}`,
  `/issuer/${issuer}`,
  `/credentials/${credential}/embed`,
];

const valid: Record<Language, string> = {
  en: 'Valid credential',
  de: 'Gültiges Zertifikat',
  fr: 'Certificat valide',
  es: 'Certificado válido',
  ar: 'شهادة سارية',
};

/** German has the longest words of the left-to-right languages. */
const shownLanguages: readonly Language[] = isShort ? ['de', 'ar'] : languages;
for (const language of shownLanguages)
  test(`pages in ${language} are readable in light and dark and fit a phone`, async () => {
    const about = await branded(
      {
        ...{ accentColor: '#ffdd00', language, logoDark: await wordmark('#ffffff') },
        footText: 'Registered charity 123456, سجل \u202e123',
      },
      { expires: '2099-03-05' },
    );
    const context = await browser.newContext();
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    for (const path of listPaths(about)) {
      await page.goto(instance.url + path);
      for (const [colorScheme, width] of [
        ['light', 1_280],
        ['dark', 360],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        // The picture of the other theme is requested.
        await page.waitForFunction(
          (isDark) =>
            [...document.querySelectorAll<HTMLImageElement>('picture img')].every(
              ({ currentSrc, src }) => (currentSrc !== src) === isDark,
            ),
          colorScheme === 'dark',
        );
        const shown = await page.evaluate(() => ({
          lang: document.documentElement.lang,
          dir: document.documentElement.dir,
          accent: getComputedStyle(document.documentElement).getPropertyValue('--accent'),
          // Without text on it, the color is unchanged.
          band: getComputedStyle(document.body).borderTopColor,
          isWider: document.documentElement.scrollWidth > innerWidth,
          hasDark: Array.from(
            document.querySelectorAll<HTMLImageElement>('picture img'),
            ({ currentSrc, src }) => currentSrc !== src,
          ),
          isIndented: Array.from(document.querySelectorAll('.issuer img')).some((logo) => {
            const [own, line] = [logo, logo.closest('.issuer')].map((it) =>
              it?.getBoundingClientRect(),
            );
            const side = document.dir === 'rtl' ? 'right' : 'left';
            return own?.[side] !== line?.[side];
          }),
          isRagged: (() => {
            const lines = [...document.querySelectorAll('.small .words > *')].map((line) => {
              const words = document.createRange();
              words.selectNodeContents(line);
              const { left, right } = words.getBoundingClientRect();
              return Math.round(document.dir === 'rtl' ? innerWidth - right : left);
            });
            return Math.max(0, ...lines) - Math.min(innerWidth, ...lines) > 2;
          })(),
        }));
        const { onLight, onDark } = createShades('#ffdd00');
        assert.deepEqual(shown, {
          lang: language,
          dir: language === 'ar' ? 'rtl' : 'ltr',
          accent: colorScheme === 'light' ? onLight : onDark,
          band: path.endsWith('/embed') ? shown.band : 'rgb(255, 221, 0)',
          isWider: false,
          hasDark: path.endsWith('/embed') ? [] : Array(2).fill(colorScheme === 'dark'),
          isIndented: false,
          isRagged: false,
        });
        // Texts and the direction differ by language, but not their markup.
        const hasOwnRules = language === (colorScheme === 'light' ? 'de' : 'ar');
        if (!isShort || hasOwnRules)
          assert.deepEqual(await findViolations(page, undefined, true), [], path);
      }
    }
    await page.goto(instance.url + listPaths(about)[0]);
    await page.getByText(valid[language], { exact: true }).waitFor();
    const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
    await page
      .getByText(day.format(Date.UTC(2099, 2, 5)), { exact: true })
      .first()
      .waitFor();
    assert.equal(await page.getByText('Registered charity').count(), 1);
    await page.locator('#verify').click();
    await page.locator('.verdict.valid').waitFor();
    if (language !== 'en')
      assert.doesNotMatch(await page.locator('#checks').innerText(), /\b(is|does|the)\b/i);
    assert.deepEqual(complaints, []);
    await context.close();
  });

test('a brand change for issued credentials appears on every page while many clients read', async () => {
  const about = await branded({ accentColor: '#112233' });
  const anyone = createTestClient(instance.url);
  const texts = async () =>
    Promise.all(
      listPaths(about).map(async (path) => assertOk(await anyone('GET', path)).text as string),
    );
  for (const text of await texts()) assert.match(text, /--accent:#112233/);
  const reading = Promise.all(Array.from({ length: 20 }, texts));
  const brand = { accentColor: '#332211', language: 'de' } as const;
  await updateIssuedBrand(owner, { issuerId: about.issuer, ...brand });
  await reading;
  for (const text of await texts()) {
    assert.match(text, /--accent:#332211/);
    assert.match(text, /<html lang="de"/);
  }
});

test('pages show the name of the issuer, and the service appears only in the footer', async () => {
  const about = await branded({ website: 'https://register.example.org/a?b=1' });
  const anyone = createTestClient(instance.url);
  for (const path of listPaths(about).slice(0, 3)) {
    const { text } = assertOk(await anyone('GET', path));
    assert.equal(text.match(/Insignia/g)?.length, 1, path);
    assert.match(
      text,
      /<p class="service"><a href="\/">Digital credentials with Insignia<\/a><\/p>/,
    );
    assert.match(
      text,
      /<a href="https:\/\/register\.example\.org\/a\?b=1"[^>]*>register\.example\.org<\/a>/,
    );
  }
});

test('a tiny or invisible logo takes no space on certificates, cards and pages', async () => {
  const logo = await wordmark('#1f4788');
  const issuer = await createIssuer(owner, { logo });
  const badge = await createBadge(owner, issuer, { image: await badgeImage() });
  const credential = await issueAward(owner, badge);
  const fetchBytes = async (path: string) =>
    Buffer.from(await (await fetch(instance.url + path)).arrayBuffer());
  const shown = async () => {
    const pages = [`/credentials/${credential}`, `/issuer/${issuer}`, `/badge/${badge}`];
    const html = (await Promise.all(pages.map(fetchBytes))).map(String);
    const card = /og:image" content="([^"]+)"/.exec(html[0] ?? '')?.[1] ?? '';
    return {
      pictures: html.map(
        (page) => page.match(/<img class="(?:wordmark|logo|emblem)"/g)?.length ?? 0,
      ),
      hasInitial: html[1]?.includes('class="logo initial"'),
      card: await fetchBytes(new URL(card).pathname),
      // As a picture, because the signed copy in the PDF names the logo.
      sheet: await rasterizePdf(await fetchBytes(`/awards/${credential}/pdf`), 72),
    };
  };
  const withLogo = await shown();
  const setLogo = async (logo: string) => {
    await owner.insignia.issuers.update({ issuerId: issuer, logo });
    await updateIssuedBrand(owner, { issuerId: issuer });
  };
  await setLogo('');
  const without = await shown();
  assert.ok(withLogo.pictures.every((count) => count > 0) && !withLogo.hasInitial);
  assert.ok(!withLogo.card.equals(without.card) && !withLogo.sheet.equals(without.sheet));
  const clear = { width: 300, height: 200, channels: 4, background: '#12345600' } as const;
  const pictures = [pngBytes(1, 1), pngBytes(300, 7), sharp({ create: clear }).png().toBuffer()];
  for (const picture of await Promise.all(pictures)) {
    await setLogo(dataUri(picture));
    assert.ok(assertOk(await owner.api('GET', `/issuers/${issuer}`)).body.logo);
    assert.deepEqual(await shown(), without);
  }
});

test('search engines may index pages of verified issuers that allow it, except for revoked credentials', async () => {
  const about = await branded({});
  const anyone = createTestClient(instance.url);
  const brand = (searchIndexing: boolean) =>
    owner.insignia.issuers.updateBrand({ issuerId: about.issuer, searchIndexing });
  const robots = async (path: string) => {
    const { text, headers } = assertOk(await anyone('GET', path));
    return /<meta name="robots" content="([^"]*)">/.exec(text)?.[1] ?? headers.get('x-robots-tag');
  };
  const { credential, badge, issuer } = about;
  const pages = [`/credentials/${credential}`, `/badge/${badge}`, `/issuer/${issuer}`];
  const files = ['certificate.png', 'card.png', 'badge.png', 'qr.svg'].map(
    (name) => `/credentials/${credential}/${name}`,
  );
  files.push(`/awards/${credential}/pdf`);
  const embed = `/credentials/${credential}/embed`;
  const all = async (paths: string[]) => new Set(await Promise.all(paths.map(robots)));
  assert.deepEqual(await all([...pages, ...files, embed]), new Set(['noindex']));
  assert.equal((await brand(true)).searchIndexing, true);
  assert.deepEqual(await all([...pages, ...files]), new Set([null]));
  // The page in another site's frame has the same words.
  assert.equal(await robots(embed), 'noindex');
  assertOk(await owner.api('POST', `/awards/${credential}/revoke`, { parameters: {} }));
  const [page = '', ...others] = pages;
  assert.deepEqual(await all([page, ...files]), new Set(['noindex']));
  assert.deepEqual(await all(others), new Set([null]));
  assert.equal((await brand(false)).searchIndexing, false);
  assert.deepEqual(await all(pages), new Set(['noindex']));

  const unproven = await createIssuer(owner, { email: 'registrar@elsewhere.example' });
  await owner.insignia.issuers.updateBrand({ issuerId: unproven, searchIndexing: true });
  assert.equal(await robots(`/issuer/${unproven}`), 'noindex');
});

test('URLs in pages contain no unescaped space', async () => {
  const { credential, badge, issuer } = await branded({});
  for (const path of [
    `/credentials/${credential}`,
    `/badge/${badge}`,
    `/issuer/${issuer}`,
    `/credentials/${credential}/embed`,
    ...['/sign-in', '/sign-up'],
  ]) {
    const { text } = assertOk(await createTestClient(instance.url)('GET', path));
    const links = [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
    assert.ok(
      links.some((link) => path.endsWith('/embed') || link.startsWith('data:')),
      path,
    );
    assert.deepEqual(
      links.filter((link) => /\s/.test(link)),
      [],
      path,
    );
  }
});
