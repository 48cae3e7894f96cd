export type Module = { source: string; dependencies: { resolved: string }[] };
/** Of dependency-cruiser: who may import nothing of `path`, or nothing but `pathNot`. */
export type Rule = {
  name: string;
  from: { path?: string; pathNot?: string };
  to: { path?: string; pathNot?: string | string[] };
};
export type Arrows = Record<string, string[]>;
type PlaceOf = (path: string) => string | undefined;

const features = 'apps/server/src/features/';
export const featureOf: PlaceOf = (path) =>
  path.startsWith(features) ? path.slice(features.length).split('/')[0] : undefined;

/** Which layer a file is in; each package is one, listed or not. */
export const layerIn =
  (layers: Arrows): PlaceOf =>
  (path) =>
    Object.keys(layers).find((layer) => path.startsWith(`${layer}/`)) ??
    /^packages\/[^/]+\/src(?=\/)/.exec(path)?.[0];

/**
 * Arrows that no import takes, and places that have none listed, so that nothing holds where they may enter. What tests
 * import beside that is no arrow.
 */
export function faultsOfArrows(modules: Module[], arrows: Arrows, placeOf: PlaceOf): string[] {
  const program = modules.filter(({ source }) => !/\.test\.tsx?$/.test(source));
  const taken = new Set(
    program.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => `${placeOf(source)} -> ${placeOf(resolved)}`),
    ),
  );
  const listed = Object.entries(arrows).flatMap(([from, allowed]) =>
    allowed.map((to) => `${from} -> ${to}`),
  );
  const found = new Set(program.map(({ source }) => placeOf(source)));
  found.delete(undefined);
  return [
    ...listed.filter((arrow) => !taken.has(arrow)).map((arrow) => `nobody takes ${arrow}`),
    ...[...found].filter((name) => name && !arrows[name]).map((name) => `no arrows of ${name}`),
  ];
}

/** What rules let in that is nowhere taken: those that name all that may be imported, and nothing that may not. */
export function faultsOfDoors(modules: Module[], rules: Rule[]): string[] {
  return rules.flatMap(({ name, from, to }) => {
    if (to.path !== undefined || !Array.isArray(to.pathNot)) return [];
    const taken = modules
      .filter(({ source }) => RegExp(from.path ?? '').test(source))
      .filter(({ source }) => from.pathNot === undefined || !RegExp(from.pathNot).test(source))
      .flatMap(({ dependencies }) => dependencies.map(({ resolved }) => resolved));
    return to.pathNot
      .filter((door) => !taken.some((path) => RegExp(door).test(path)))
      .map((door) => `nobody takes ${door} of ${name}`);
  });
}
