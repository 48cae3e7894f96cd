export type Module = { source: string; dependencies: { resolved: string }[] };
export type Arrows = Record<string, string[]>;

const features = 'apps/server/src/features/';
const featureOf = (path: string): string | undefined =>
  path.startsWith(features) ? path.slice(features.length).split('/')[0] : undefined;

/** Arrows that no import takes, and features that have none listed, so that nothing holds where they may enter. */
export function faultsOfArrows(modules: Module[], arrows: Arrows): string[] {
  const taken = new Set(
    modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => `${featureOf(source)} -> ${featureOf(resolved)}`),
    ),
  );
  const listed = Object.entries(arrows).flatMap(([from, allowed]) =>
    allowed.map((to) => `${from} -> ${to}`),
  );
  const found = new Set(modules.map(({ source }) => featureOf(source)));
  found.delete(undefined);
  return [
    ...listed.filter((arrow) => !taken.has(arrow)).map((arrow) => `nobody takes ${arrow}`),
    ...[...found].filter((name) => name && !arrows[name]).map((name) => `no arrows of ${name}`),
  ];
}
