export type Module = { source: string; dependencies: { resolved: string }[] };
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
