// The integration without the platform, so that Insignia's tests can load it.
import { creates, searches } from './actions.js';
import { triggers } from './triggers.js';

const authentication = {
  type: 'custom',
  fields: [
    {
      key: 'baseUrl',
      label: 'Service URL',
      required: true,
      placeholder: 'https://badges.example.org',
      helpText: 'Where your Insignia runs, without a path.',
    },
    {
      key: 'apiKey',
      label: 'API Key',
      required: true,
      isSecret: true,
      helpText:
        'Create a key with **Read and write** under **API keys** in the dashboard. Triggers need the key of an admin.',
    },
  ],
  test: { url: '{{bundle.authData.baseUrl}}/account' },
  connectionLabel: '{{name}}',
};

/** The key goes only to the service. */
const addKey = (request, z, bundle) => {
  const { baseUrl = '', apiKey } = bundle.authData ?? {};
  if (!URL.canParse(baseUrl))
    throw new z.errors.Error(
      'Enter the URL of your service, for example https://badges.example.org',
      'invalid_url',
    );
  const base = new URL(baseUrl);
  const url = new URL(request.url);
  if (url.origin !== base.origin) return request;
  request.url = base.origin + url.pathname.replace(/^\/+/, '/') + url.search;
  request.headers = { ...request.headers, 'X-Api-Key': apiKey };
  return request;
};

/** Shows the service's own message, which names the field and what to do. */
const explainError = (response, z) => {
  if (response.status < 400) return response;
  const { error, code } = response.data ?? {};
  throw new z.errors.Error(
    error ?? `The service answered ${response.status}`,
    code ?? 'unknown',
    response.status,
  );
};

export const createApp = ({ version, platformVersion }) => ({
  version,
  platformVersion,
  authentication,
  beforeRequest: [addKey],
  afterResponse: [explainError],
  triggers,
  creates,
  searches,
});
