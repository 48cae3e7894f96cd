const versionForm = /^(\d+)\.(\d+)\.(\d+)$/;
const unreleased = '## [Unreleased]';
/** Each release leaves one, for the next change (docs/extend/first-change.md). */
const emptySection = /### \w+\n+(?=### |$)/g;

/** Says why the version can't follow the current one. Undefined if it can. */
export function findVersionError(next: string, current: string): string | undefined {
  const [to, from] = [versionForm.exec(next), versionForm.exec(current)];
  if (!to || !from) return `“${next}” isn't a version. Use MAJOR.MINOR.PATCH, for example 1.0.0.`;
  for (const part of [1, 2, 3]) {
    const difference = Number(to[part]) - Number(from[part]);
    if (difference > 0) return undefined;
    if (difference < 0) return `${next} is older than ${current}. Choose a later version.`;
  }
  return `${current} is the current version. Choose a later one.`;
}

/**
 * The changelog with its unreleased changes under the version, and these changes as the release's notes. Only a trial may
 * have none, as on the commit of a release.
 */
export function releaseChangelog(
  changelog: string,
  version: string,
  day: string,
  isTrial = false,
): { changelog: string; notes: string } {
  const [before, after, ...more] = changelog.split(`${unreleased}\n`);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`CHANGELOG.md needs exactly one heading “${unreleased}”.`);
  const end = after.search(/^## /m);
  const notes = (end < 0 ? after : after.slice(0, end)).replaceAll(emptySection, '').trim();
  if (!isTrial && !/^- /m.test(notes)) throw new Error('CHANGELOG.md lists no unreleased change.');
  const older = end < 0 ? '' : `\n${after.slice(end)}`;
  const text = `${before}${unreleased}\n\n### Added\n\n## [${version}] - ${day}\n\n${notes}\n${older}`;
  return {
    changelog: `${text.replace(/Nothing has been released yet\.\s/, '').trimEnd()}\n`,
    notes,
  };
}

/** Guides that say that the packages are unpublished. The packages contain some of them. */
export const guidesOfPackages = [
  'README.md',
  'docs/use/sdk.md',
  'packages/sdk/README.md',
  'apps/cli/README.md',
];

/** The guide without what publishing makes untrue: from this sentence to the end of its line. */
export const removeUnpublishedNote = (guide: string): string =>
  guide.replaceAll(/ It isn't on npm yet\b.*$/gm, '');

type Manifest = { version?: string } & Partial<
  Record<'dependencies' | 'devDependencies', Record<string, string>>
>;

/** Sets the version of a package.json and of the sibling packages that it names. */
export function setManifestVersion<M extends Manifest>(manifest: M, version: string): M {
  const next = { ...manifest, version };
  for (const kind of ['dependencies', 'devDependencies'] as const) {
    const entries = manifest[kind];
    if (entries)
      next[kind] = Object.fromEntries(
        Object.entries(entries).map(([name, range]) => [
          name,
          name.startsWith('@insignia/') ? version : range,
        ]),
      );
  }
  return next;
}

type LockFile = Manifest & { packages: Record<string, Manifest & { link?: boolean }> };

/** The same for package-lock.json, where each folder of the repository has an entry. */
export function setLockVersion(lock: LockFile, version: string): LockFile {
  const packages = Object.entries(lock.packages).map(([path, entry]) => [
    path,
    path.includes('node_modules') || entry.link ? entry : setManifestVersion(entry, version),
  ]);
  return { ...lock, version, packages: Object.fromEntries(packages) };
}

/** The same for the label of the container image. */
export function setContainerVersion(recipe: string, version: string): string {
  const label = /^ARG VERSION=.*$/m;
  if (!label.test(recipe)) throw new Error('deploy/Containerfile needs a line “ARG VERSION=…”.');
  return recipe.replace(label, `ARG VERSION=${version}`);
}

type Component = { 'bom-ref': string; scope?: string; properties?: { name: string }[] };
/** CycloneDX, as npm writes it. */
export type Sbom = {
  metadata: { component: { name: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

/**
 * The SBOM of the packages that the service installs, with those that the dashboard's build contains. In `all`, the SBOM of
 * all packages, these are for development. npm names the component after the checkout's folder.
 */
export function completeSbom(
  sbom: Sbom,
  all: Sbom,
  bundled: ReadonlySet<string>,
  name: string,
): Sbom {
  const known = new Set(sbom.components.map((each) => each['bom-ref']));
  const added = all.components
    .filter(({ 'bom-ref': ref }) => bundled.has(ref) && !known.has(ref))
    .map(({ properties = [], ...component }) => ({
      ...component,
      scope: 'required',
      properties: properties.filter((each) => !each.name.endsWith(':development')),
    }));
  const missing = bundled.difference(known);
  for (const { 'bom-ref': ref } of added) missing.delete(ref);
  if (missing.size > 0) throw new Error(`package-lock.json lacks ${[...missing].join(', ')}.`);
  const listed = known.union(bundled);
  const edges = all.dependencies
    .filter(({ ref }) => listed.has(ref) && !known.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((to) => listed.has(to)) }));
  return {
    ...sbom,
    metadata: { ...sbom.metadata, component: { ...sbom.metadata.component, name } },
    components: [...sbom.components, ...added],
    dependencies: [...sbom.dependencies, ...edges],
  };
}
