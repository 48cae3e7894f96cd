import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { signedCredential } from './signed.ts';
import { context, exampleContexts, type } from './signed-schemas.ts';

/** One step of a VCALM 1.0 exchange: the wallet starts it and receives the credential. */
export const walletExchange = defineOperation({
  id: 'walletExchange',
  noun: 'documents.offerToWallet',
  audit: null,
  since: '1.0',
  method: 'POST',
  path: '/credentials/:guid/exchange',
  access: 'public',
  anyOrigin: true,
  tag: 'Public documents',
  summary: 'Offer a credential to a wallet',
  description:
    "A wallet exchange (VCALM, formerly VC API). Whatever the wallet sends, the response is a presentation with the public Open Badges 3.0 credential, and the exchange is complete. The credential's page uses it to link to Learner Credential Wallet.",
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
      .meta({
        description: 'The presentation. Not signed, because nobody needs to prove anything',
      }),
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

export const walletOperations = { walletExchange } as const;
