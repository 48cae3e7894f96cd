import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { signedCredential } from './signed.ts';
import { context, exampleContexts, type } from './signed-schemas.ts';

/** One step of a VCALM 1.0 exchange: the wallet starts it and receives the credential. */
export const walletExchange = defineOperation({
  id: 'walletExchange',
  since: '1.0',
  method: 'POST',
  path: '/credentials/:guid/exchange',
  access: 'public',
  anyOrigin: true,
  tag: 'Public documents',
  summary: 'Offer a signed credential to a wallet',
  description:
    'An exchange as wallets begin it (VCALM, formerly VC API): whatever they send, the answer is a presentation with the Open Badges 3.0 credential, which is public anyway, and the exchange is over. The link to Learner Credential Wallet on the page of a credential names it.',
  params: signedCredential.params,
  answers: z.object({
    verifiablePresentation: z
      .looseObject({
        '@context': context,
        type,
        verifiableCredential: z
          .array(z.looseObject({}))
          .meta({ description: 'The signed credential' }),
      })
      .meta({ description: 'What is offered; not signed, since nobody has to prove anything' }),
  }),
  errors: signedCredential.errors,
  serves: ['application/json'],
  examples: {
    reply: {
      verifiablePresentation: {
        '@context': [exampleContexts[0]],
        type: ['VerifiablePresentation'],
        verifiableCredential: [signedCredential.examples.reply],
      },
    },
  },
});
