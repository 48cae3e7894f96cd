import { emailMessages, languages } from '@insignia/contract/calls';
import { createSearchParser, idParam, oneOfParam } from '../../shared/search.ts';

/** Reads the chosen template from the URL. */
export const parseTemplatesSearch = createSearchParser({
  issuer: idParam,
  badge: idParam,
  message: oneOfParam(emailMessages),
  language: oneOfParam(languages),
});
