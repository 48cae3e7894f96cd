import type { Language } from '@insignia/contract';
import type { Problem } from '../../kernel/problem.ts';
import { defineView } from '../../platform/pages/index.ts';
import {
  completeSetup,
  describeSetup,
  getSecondFactor,
  removeFactor,
  replaceRecoveryCodes,
  type SetupDeps,
  type SetupUser,
  startSetup,
} from './setup.ts';
import { describeCodeProblem, getSecondFactorTexts, type SecondFactorTexts } from './texts.ts';

type SectionContent = {
  setup?: ReturnType<typeof describeSetup>;
  codes?: string[];
  notice?: string;
  problem?: string;
};
type ViewData = SectionContent & {
  t: SecondFactorTexts['security'];
  isOn: boolean;
  left: number;
  hasPassword: boolean;
  codes: string[];
  /** Path of the page that has the section. */
  action: string;
};
const view = defineView<ViewData>(import.meta.url, './views/security.eta');

const formNames = new Set(['startSetup', 'completeSetup', 'replaceCodes', 'removeFactor']);

export type SecurityForm = { act: string; fields: Record<string, string>; headers: Headers };

/** The form repeats what the page showed. Only its own user sees it. */
const isSetupUri = (uri: string): boolean =>
  uri.startsWith('otpauth://totp/') && uri.length <= MAX_URI_LENGTH && URL.canParse(uri);

/** Longer texts fit in no QR code. Addresses have at most 254 characters, often encoded. */
const MAX_URI_LENGTH = 1_200;

/** The section “Security” of a page. Works without JavaScript. */
export function createSecurityForms(deps: SetupDeps, action: string) {
  const render = async (personId: string, language: Language, shown: SectionContent = {}) => {
    const { security: t } = getSecondFactorTexts(language);
    const { enabled, recoveryCodes, hasPassword } = await getSecondFactor(deps, personId);
    const status = { isOn: enabled, left: recoveryCodes, hasPassword };
    return view({ t, action, codes: [], ...status, ...shown });
  };

  /** Performs a form of the section. Returns undefined for other forms. */
  const act = async (
    user: SetupUser,
    language: Language,
    { act, fields, headers }: SecurityForm,
  ): Promise<SectionContent | undefined> => {
    const { code = '', password } = fields;
    const { done } = getSecondFactorTexts(language).security;
    switch (act) {
      case 'startSetup': {
        const { totpURI, backupCodes } = await startSetup(deps, user, password, headers);
        return { setup: describeSetup(deps, totpURI), codes: backupCodes };
      }
      case 'completeSetup':
        await completeSetup(deps, user, code);
        return { notice: done.on };
      case 'replaceCodes':
        return {
          codes: await replaceRecoveryCodes(deps, user.personId, code),
          notice: done.replaced,
        };
      case 'removeFactor':
        await removeFactor(deps, user.personId, code);
        return { notice: done.off };
      default:
        return undefined;
    }
  };

  /** Shows the error, and a setup that isn't completed as it was. */
  const describeError = (
    problem: Problem,
    language: Language,
    form: SecurityForm,
  ): SectionContent => {
    const { problems } = getSecondFactorTexts(language);
    const text = describeCodeProblem(problem.code, problems);
    const { uri = '', codes = '' } = form.fields;
    const isOpen = form.act === 'completeSetup' && problem.code === 'invalid_second_factor';
    if (!isOpen || !isSetupUri(uri)) return { problem: text };
    return { problem: text, setup: describeSetup(deps, uri), codes: codes.split(' ') };
  };

  const has = ({ act }: SecurityForm): boolean => formNames.has(act);

  return { render, act, has, describeError };
}
