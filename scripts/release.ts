// Prepares a release: `npm run release -- 1.0.0`. Sets the version everywhere, dates the changelog, commits and tags, and writes
// source, packages, container image, SBOM, licenses and checksums to release/. CONTAINER_BUILD replaces `docker build`, for example by
// `podman build --format docker`. `--no-image` leaves the image out, for example to build it on another machine from the tag. `--dry-run`
// does the same in a temporary clone, without the image. The last lines print the commands that publish, which need keys of the registries.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideDashboard } from './build-dashboard.ts';
import { collectLicences, root } from './package-folder.ts';
import {
  completeSbom,
  findVersionError,
  guidesOfPackages,
  releaseChangelog,
  removeUnpublishedNote,
  setContainerVersion,
  setLockVersion,
  setManifestVersion,
} from './release/rules.ts';

const containerFile = 'deploy/Containerfile';
const fontLicenses = ['apps/server/fonts/OFL.txt', 'packages/design/fonts/OFL.txt'];
const published = ['packages/sdk', 'packages/openbadges', 'apps/cli'];
const sbomOptions = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
/** The command that builds the image. Its first word also saves and publishes it. */
const [containerTool = 'docker', ...buildOptions] = (
  process.env.CONTAINER_BUILD ?? 'docker build'
).split(/\s+/);
const isDry = process.argv.includes('--dry-run');
const hasImage = !isDry && !process.argv.includes('--no-image');
const version = process.argv[2] ?? '';

const identity = {
  ...{ GIT_AUTHOR_NAME: 'Insignia', GIT_AUTHOR_EMAIL: 'release@example.org' },
  ...{ GIT_COMMITTER_NAME: 'Insignia', GIT_COMMITTER_EMAIL: 'release@example.org' },
};

function runIn(cwd: string, command: string, ...args: string[]): string {
  return execFileSync(command, args, {
    ...{ cwd, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A dry run works where nobody has set up git.
    env: { ...process.env, ...(isDry && identity) },
  }).trim();
}

const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'));
const writeJson = (path: string, value: unknown) =>
  writeFile(path, `${JSON.stringify(value, null, 2)}\n`);

/** A clone of the last commit with this folder's packages. */
async function cloneRepository(): Promise<string> {
  const directory = join(await mkdtemp(join(tmpdir(), 'insignia-release-')), 'insignia');
  runIn(root, 'git', 'clone', '--quiet', '--no-hardlinks', root, directory);
  for (const folder of ['', 'apps/server', 'apps/cli', 'apps/dashboard'])
    await symlink(join(root, folder, 'node_modules'), join(directory, folder, 'node_modules'));
  return directory;
}

async function setVersion(directory: string): Promise<string> {
  const folders = ['.'];
  for (const group of ['apps', 'packages'])
    for (const name of await readdir(join(directory, group))) folders.push(`${group}/${name}`);
  for (const folder of folders) {
    const path = join(directory, folder, 'package.json');
    await writeJson(path, setManifestVersion(await readJson(path), version));
  }
  const lock = join(directory, 'package-lock.json');
  await writeJson(lock, setLockVersion(await readJson(lock), version));
  const recipe = join(directory, containerFile);
  await writeFile(recipe, setContainerVersion(await readFile(recipe, 'utf8'), version));
  for (const guide of guidesOfPackages) {
    const path = join(directory, guide);
    await writeFile(path, removeUnpublishedNote(await readFile(path, 'utf8')));
  }
  const log = join(directory, 'CHANGELOG.md');
  const day = new Date().toISOString().slice(0, 10);
  const { changelog, notes } = releaseChangelog(await readFile(log, 'utf8'), version, day, isDry);
  await writeFile(log, changelog);
  return notes;
}

/** Packages that the dashboard's build contains, such as `react@19.3.1`. Servers don't install them. */
async function listBundledPackages(): Promise<Set<string>> {
  await provideDashboard();
  const dist = join(root, 'apps/dashboard/dist');
  const build = await readFile(join(dist, 'current'), 'utf8');
  const packages: { name: string; version: string }[] = await readJson(
    join(dist, build, 'licenses.json'),
  );
  return new Set(packages.map(({ name, version }) => `${name}@${version}`));
}

type LockEntry = { version?: string; dev?: true; link?: true };

/** Licenses of everything installed here that the service or the dashboard contains, and of the fonts. */
async function writeLicenses(path: string, bundled: ReadonlySet<string>): Promise<void> {
  const { packages } = await readJson(join(root, 'package-lock.json'));
  const isNeeded = (folder: string, { version, dev, link }: LockEntry): boolean =>
    !link && (!dev || bundled.has(`${folder.split('node_modules/').at(-1)}@${version}`));
  const needed = Object.entries<LockEntry>(packages).flatMap(([folder, entry]) =>
    folder.includes('node_modules/') && isNeeded(folder, entry) && existsSync(join(root, folder))
      ? [`${folder}/package.json`]
      : [],
  );
  const fonts = await Promise.all(fontLicenses.map((file) => readFile(join(root, file), 'utf8')));
  await writeFile(path, [await collectLicences(needed), ...fonts].join(`\n${'-'.repeat(72)}\n\n`));
}

/** Needed by `npm install`, beside the packages that the dashboard's build contains. */
async function writeSbom(
  directory: string,
  path: string,
  bundled: ReadonlySet<string>,
): Promise<void> {
  const [own, all] = [['--omit=dev'], []].map((more) =>
    JSON.parse(runIn(directory, 'npm', 'sbom', ...sbomOptions, ...more)),
  );
  const { name } = await readJson(join(directory, 'package.json'));
  await writeJson(path, completeSbom(own, all, bundled, name));
}

/** Asks before anything changes, because the image is built last. */
function requireContainerTool(): void {
  try {
    execFileSync(containerTool, ['info'], { stdio: 'ignore' });
  } catch {
    throw new Error(
      `“${containerTool} info” failed. Start it, name another tool in CONTAINER_BUILD, or leave the image out with --no-image. Nothing has changed.`,
    );
  }
}

function publishCommands(files: readonly string[]): string[] {
  const image = `insignia:${version}`;
  const packages = files.filter((name) => name.endsWith('.tgz'));
  return [
    'git push --follow-tags',
    ...packages.map((name) => `npm publish release/${name} --access public`),
    ...(hasImage ? [`${containerTool} tag ${image} REGISTRY/${image}`] : []),
    ...(hasImage ? [`${containerTool} push REGISTRY/${image}`] : []),
  ];
}

const current = (await readJson(join(root, 'package.json'))).version;
const error = findVersionError(version, current);
if (error) throw new Error(`${error} Usage: npm run release -- VERSION [--dry-run] [--no-image]`);
if (!isDry && runIn(root, 'git', 'status', '--porcelain') !== '')
  throw new Error('The working tree has changes. Commit them first.');
if (hasImage) requireContainerTool();

const directory = isDry ? await cloneRepository() : root;
const output = join(root, 'release');
const before = runIn(root, 'git', 'rev-parse', 'HEAD');
await rm(output, { recursive: true, force: true });
await mkdir(output);
try {
  await writeFile(join(output, 'NOTES.md'), `${await setVersion(directory)}\n`);
  runIn(directory, 'git', 'commit', '--quiet', '--all', '-m', `release: ${version}`);
  const name = `insignia-${version}`;
  const archive = [`--prefix=${name}/`, '-o', join(output, `${name}-source.tar.gz`), 'HEAD'];
  runIn(directory, 'git', 'archive', ...archive);
  for (const folder of published)
    runIn(join(directory, folder), 'npm', 'pack', '--silent', '--pack-destination', output);
  const bundled = await listBundledPackages();
  await writeSbom(directory, join(output, 'insignia.cdx.json'), bundled);
  await writeLicenses(join(output, 'THIRD-PARTY-LICENSES.txt'), bundled);
  if (hasImage) {
    const image = `insignia:${version}`;
    const revision = `REVISION=${runIn(directory, 'git', 'rev-parse', 'HEAD')}`;
    const target = ['--build-arg', revision, '-f', containerFile, '-t', image, '.'];
    runIn(directory, containerTool, ...buildOptions, ...target);
    runIn(directory, containerTool, 'save', '-o', join(output, `${name}.tar`), image);
  }
  const lines: string[] = [];
  for (const file of (await readdir(output)).sort()) {
    const hash = createHash('sha256').update(await readFile(join(output, file)));
    lines.push(`${hash.digest('hex')}  ${file}`);
  }
  await writeFile(join(output, 'SHA256SUMS'), `${lines.join('\n')}\n`);
  // Last, so that a step that fails leaves no tag.
  runIn(directory, 'git', 'tag', '--annotate', `v${version}`, '-m', `Insignia ${version}`);
  console.log(lines.join('\n'));
  console.log(
    isDry
      ? `\n${version} can be released. Nothing was changed outside release/.`
      : ['\nPublish with:', ...publishCommands(await readdir(output))].join('\n  '),
  );
} catch (error) {
  if (!isDry) console.error(`The release failed. Undo it with: git reset --hard ${before}`);
  throw error;
} finally {
  if (isDry) await rm(join(directory, '..'), { recursive: true, force: true });
}
