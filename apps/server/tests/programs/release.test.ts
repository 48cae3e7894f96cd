import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { collectLicences } from '../../../../scripts/package-folder.ts';
import {
  completeSbom,
  findVersionError,
  guidesOfPackages,
  releaseChangelog,
  removeUnpublishedNote,
  setContainerVersion,
  setLockVersion,
  setManifestVersion,
} from '../../../../scripts/release/rules.ts';

test('a version must be later than the current one', () => {
  assert.equal(findVersionError('1.0.0', '0.1.0'), undefined);
  assert.equal(findVersionError('1.10.0', '1.9.3'), undefined);
  assert.match(findVersionError('0.1.0', '0.1.0') ?? '', /current/);
  assert.match(findVersionError('0.0.9', '0.1.0') ?? '', /older/);
  for (const other of ['v1', '1.0', '1.0.0-rc.1', ''])
    assert.match(findVersionError(other, '0.1.0') ?? '', /MAJOR/, other);
});

test('a release dates the unreleased changes and keeps older ones', () => {
  const first = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n';
  const { changelog, notes } = releaseChangelog(first, '1.0.0', '2026-12-01');
  assert.equal(notes, '### Added\n\n- A thing.');
  assert.equal(
    changelog,
    '# Changelog\n\n## [Unreleased]\n\n### Added\n\n## [1.0.0] - 2026-12-01\n\n### Added\n\n- A thing.\n',
  );
  assert.throws(() => releaseChangelog(changelog, '1.0.1', '2026-12-02'), /no unreleased change/);
  assert.equal(releaseChangelog(changelog, '1.0.1', '2026-12-02', true).notes, '');
  const second = changelog.replace('[Unreleased]\n', '[Unreleased]\n\n### Fixed\n\n- A bug.\n');
  const next = releaseChangelog(second, '1.0.1', '2026-12-02');
  assert.equal(next.notes, '### Fixed\n\n- A bug.');
  assert.match(next.changelog, /## \[1\.0\.1\][\s\S]+A bug[\s\S]+## \[1\.0\.0\][\s\S]+A thing/);
  assert.throws(() => releaseChangelog('# Changelog\n', '1.0.0', '2026-12-01'), /heading/);
});

test('the first release removes from the changelog that nothing has been released', async () => {
  const log = await readFile(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8');
  // The commit of a release lists no unreleased change.
  const { changelog } = releaseChangelog(log, '99.0.0', '2026-12-01', true);
  assert.doesNotMatch(changelog, /released yet/);
  assert.match(changelog, /^Versions follow [^\n]+\. [A-Z]/m);
});

test('the first release removes from guides that the packages are unpublished', async () => {
  const note = "1. Install it. It isn't on npm yet: run `npm pack` instead. Wait.\n\n   More.\n";
  assert.equal(removeUnpublishedNote(note), '1. Install it.\n\n   More.\n');
  for (const guide of [...guidesOfPackages, 'packages/openbadges/README.md', 'docs/use/api.md']) {
    const text = await readFile(new URL(`../../../../${guide}`, import.meta.url), 'utf8');
    assert.doesNotMatch(removeUnpublishedNote(text), /npm yet/, guide);
  }
});

test('all packages get the same version, and other dependencies keep theirs', () => {
  const manifest = { version: '0.1.0', dependencies: { '@insignia/sdk': '0.1.0', zod: '4.6.7' } };
  const changed = { version: '1.0.0', dependencies: { '@insignia/sdk': '1.0.0', zod: '4.6.7' } };
  assert.deepEqual(setManifestVersion(manifest, '1.0.0'), changed);
  const packages = {
    '': manifest,
    'apps/cli': manifest,
    'node_modules/zod': { version: '4.6.7' },
    'node_modules/@insignia/cli': { link: true },
  };
  assert.deepEqual(setLockVersion({ version: '0.1.0', packages }, '1.0.0').packages, {
    ...{ '': changed, 'apps/cli': changed },
    'node_modules/zod': { version: '4.6.7' },
    'node_modules/@insignia/cli': { link: true },
  });
  assert.equal(
    setContainerVersion('FROM a\nARG VERSION=0.1.0\nRUN b\n', '1.0.0'),
    'FROM a\nARG VERSION=1.0.0\nRUN b\n',
  );
  assert.throws(() => setContainerVersion('FROM a\n', '1.0.0'), /ARG VERSION/);
});

test('the SBOM contains the packages of the dashboard’s build, which servers don’t install', () => {
  const component = (name: string, ...marks: string[]) => ({
    ...{ 'bom-ref': name, scope: 'optional' },
    properties: marks.map((mark) => ({ name: `cdx:npm:package:${mark}`, value: 'true' })),
  });
  const metadata = { component: { name: 'checkout' } };
  const own = {
    ...{ metadata, components: [component('fastify@1')] },
    dependencies: [{ ref: 'fastify@1', dependsOn: [] }],
  };
  const react = component('react@1', 'development');
  const dependencies = [
    { ref: 'react@1', dependsOn: ['fastify@1', 'vite@1'] },
    { ref: 'vite@1', dependsOn: ['react@1'] },
  ];
  const components = [...own.components, react, component('vite@1', 'development')];
  const all = { metadata, components, dependencies: [...own.dependencies, ...dependencies] };
  assert.deepEqual(completeSbom(own, all, new Set(['react@1', 'fastify@1']), 'insignia'), {
    metadata: { component: { name: 'insignia' } },
    components: [...own.components, { ...component('react@1'), scope: 'required' }],
    dependencies: [...own.dependencies, { ref: 'react@1', dependsOn: ['fastify@1'] }],
  });
  assert.throws(() => completeSbom(own, all, new Set(['preact@1']), 'x'), /lacks preact@1/);
});

test('licenses name author and license of a package without a license text', async () => {
  const packages = ['@aws-sdk/nested-clients', 'zod'];
  const texts = await collectLicences(packages.map((name) => `node_modules/${name}/package.json`));
  assert.match(
    texts,
    /^@aws-sdk\/nested-clients [\d.]+\n\nApache-2\.0, AWS SDK for JavaScript Team$/m,
  );
  assert.match(texts, /^zod [\d.]+\n\nMIT License/m);
});
