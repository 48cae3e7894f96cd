import type { SsoProtocolName } from '@insignia/contract';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../messages/en/sso.ts';
import type { Connection } from './queries.ts';

const oidcProviders = ['entra', 'okta', 'google', 'keycloak'] as const;
const samlProviders = [...oidcProviders, 'shibboleth'] as const;
type Provider = (typeof samlProviders)[number];
const other = 'other';

const signs: [RegExp, Provider][] = [
  [/\.microsoftonline\.(?:com|us)\//, 'entra'],
  [/\.okta(?:-emea|preview)?\.com(?:\/|$)/, 'okta'],
  [/\.google\.com(?:\/|$)/, 'google'],
  [/\/realms\//, 'keycloak'],
  [/\/idp\/shibboleth$/, 'shibboleth'],
];

function guessProvider({ oidc, saml }: Partial<Connection>): Provider | typeof other {
  const url = oidc?.issuer ?? saml?.metadataUrl ?? '';
  return signs.find(([sign]) => sign.test(url))?.[1] ?? other;
}

/** Where the console of a provider shows the values to enter here, or takes those that we show. */
export function ProviderHelp({
  protocol,
  step,
  connection = {},
}: {
  protocol: SsoProtocolName;
  step: 'find' | 'paste';
  connection?: Partial<Connection> | undefined;
}) {
  const [chosen, setChosen] = useState<string>(guessProvider(connection));
  const find = <P extends Provider>(all: readonly P[]) => all.find((one) => one === chosen);
  const [oidc, saml] = [find(oidcProviders), find(samlProviders)];
  const words =
    protocol === 'oidc'
      ? oidc && t(`sso.help.oidc.${oidc}.${step}`)
      : saml && t(`sso.help.saml.${saml}.${step}`);
  const providers = protocol === 'oidc' ? oidcProviders : samlProviders;
  return (
    <>
      <Select
        label={t('sso.help')}
        data={[...providers, other].map((value) => ({
          value,
          label: t(`sso.help.${value as Provider | typeof other}`),
        }))}
        value={words ? chosen : other}
        onChange={(value) => setChosen(value ?? other)}
        allowDeselect={false}
      />
      {words && <p className="fine">{words}</p>}
    </>
  );
}
