export type Module = { source: string; dependencies: { resolved: string }[] };
/** A dependency-cruiser rule: imports forbidden by `path`, or allowed only by `pathNot`. */
export type Rule = {
  name: string;
  comment: string;
  from: { path?: string; pathNot?: string };
  to: { path?: string; pathNot?: string | string[] };
};
export type AllowedDependencies = Record<string, string[]>;
const config = '.dependency-cruiser.mjs';
type PlaceLookup = (path: string) => string | undefined;

const features = 'apps/server/src/features/';
export const getFeature: PlaceLookup = (path) =>
  path.startsWith(features) ? path.slice(features.length).split('/')[0] : undefined;

/** Layer of a file. Each package is a layer. */
export const createLayerLookup =
  (layers: AllowedDependencies): PlaceLookup =>
  (path) =>
    Object.keys(layers).find((layer) => path.startsWith(`${layer}/`)) ??
    /^packages\/[^/]+\/src(?=\/)/.exec(path)?.[0];

/** Allowed imports that no file uses, and folders without rules. Test imports don't count. */
export function findDependencyErrors(
  modules: Module[],
  arrows: AllowedDependencies,
  getPlace: PlaceLookup,
): string[] {
  const program = modules.filter(({ source }) => !/\.test\.tsx?$/.test(source));
  const used = new Set(
    program.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => `${getPlace(source)} -> ${getPlace(resolved)}`),
    ),
  );
  const listed = Object.entries(arrows).flatMap(([from, allowed]) =>
    allowed.map((to) => ({ from, to })),
  );
  const found = new Set(program.map(({ source }) => getPlace(source)));
  found.delete(undefined);
  return [
    ...listed
      .filter(({ from, to }) => !used.has(`${from} -> ${to}`))
      .map(
        ({ from, to }) =>
          `${config}: nothing in ${from} imports ${to}: remove it from the list of ${from}`,
      ),
    ...[...found]
      .filter((name) => name && !arrows[name])
      .map((name) => `${config}: ${name} has no list: add what it may import`),
  ];
}

/** Circles of allowed imports. Together with the rule per folder, none remains in the imports. */
export function findCircleErrors(arrows: AllowedDependencies): string[] {
  const findCircles = (name: string, path: string[]): string[] => {
    if (path.includes(name))
      return [`${config}: features import in a circle: ${[...path, name].join(' -> ')}`];
    return (arrows[name] ?? []).flatMap((next) => findCircles(next, [...path, name]));
  };
  return Object.keys(arrows).flatMap((name) => findCircles(name, []).slice(0, 1));
}

/** Imports that close a circle of files. Removing a forbidden import opens its circles. */
export function findImportCircles(
  modules: Module[],
  isForbidden: (from: string, to: string) => boolean,
): { from: string; to: string }[] {
  const imports = new Map(
    modules.map(({ source, dependencies }) => [source, dependencies.map((each) => each.resolved)]),
  );
  const found: { from: string; to: string }[] = [];
  const visited = new Set<string>();
  const path = new Set<string>();
  const visit = (from: string): void => {
    visited.add(from);
    path.add(from);
    for (const to of imports.get(from) ?? []) {
      if (isForbidden(from, to)) continue;
      if (path.has(to)) found.push({ from, to });
      else if (!visited.has(to)) visit(to);
    }
    path.delete(from);
  };
  for (const from of imports.keys()) if (!visited.has(from)) visit(from);
  return found;
}

/** Allow rules with entries that nothing uses. */
export function findEntryErrors(modules: Module[], rules: Rule[]): string[] {
  return rules.flatMap(({ name, from, to }) => {
    if (to.path !== undefined || !Array.isArray(to.pathNot)) return [];
    const used = modules
      .filter(({ source }) => RegExp(from.path ?? '').test(source))
      .filter(({ source }) => from.pathNot === undefined || !RegExp(from.pathNot).test(source))
      .flatMap(({ dependencies }) => dependencies.map(({ resolved }) => resolved));
    return to.pathNot
      .filter((door) => !used.some((path) => RegExp(door).test(path)))
      .map((door) => `${config}: no import matches ${door}: remove it from the rule ${name}`);
  });
}
