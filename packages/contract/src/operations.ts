import { accountOperations } from './accounts.ts';
import { auditOperations } from './audit.ts';
import { alignmentOperations } from './badge-details.ts';
import { badgeOperations, holderOperations } from './badges.ts';
import { brandOperations, previewOperations } from './brands.ts';
import { bulkOperations } from './bulk.ts';
import { certificateOperations, certificatePreviewOperations } from './certificates.ts';
import { claimOperations, claimPageOperations } from './claims.ts';
import { correctionOperations } from './corrections.ts';
import { credentialOperations, lifecycleOperations } from './credentials.ts';
import { deliveryOperations } from './deliveries.ts';
import { designOperations } from './designs.ts';
import { documentOperations, imageOperations, issuerLinkOperations } from './documents.ts';
import { emailTemplateOperations } from './email-templates.ts';
import { engagementOperations, statsOperations } from './engagement.ts';
import { fileOperations } from './files.ts';
import { healthOperations } from './health.ts';
import { importOperations } from './imports.ts';
import { issuerKeyOperations } from './issuer-keys.ts';
import { issuerOperations } from './issuers.ts';
import { keyOperations } from './keys.ts';
import { ltiOperations } from './lti.ts';
import { bounceOperations, mailOperations, unsubscribeOperations } from './mail.ts';
import { sendingOperations, visitorOperations } from './mailing.ts';
import { memberOperations } from './members.ts';
import { migrationOperations } from './migrations.ts';
import { myDataOperations, myOperations } from './my.ts';
import { addressOperations } from './my-addresses.ts';
import { collectionOperations } from './my-collections.ts';
import { importedOperations } from './my-imports.ts';
import { profileOperations } from './my-profile.ts';
import { oembedOperations } from './oembed.ts';
import type { AuditTargetKind, Operation } from './operation.ts';
import { passkeyOperations } from './passkeys.ts';
import { emailCodeOperations, passwordOperations, signInOperations } from './people.ts';
import { provisioningOperations } from './provisioning.ts';
import { recipientOperations } from './recipients.ts';
import { redirectOperations } from './redirects.ts';
import { reminderOperations } from './reminders.ts';
import { requestOperations } from './requests.ts';
import { secondFactorOperations } from './second-factor.ts';
import { sessionOperations } from './sessions.ts';
import { signedOperations, walletOperations } from './signed.ts';
import { ssoOperations } from './sso.ts';
import { didOperations, statusListOperations } from './status-lists.ts';
import { transferOperations } from './transfers.ts';
import { verifyOperations } from './verify.ts';
import {
  walletIssuanceOperations,
  walletNonceOperations,
  walletTokenOperations,
} from './wallets.ts';
import { webhookOperations } from './webhooks.ts';

/**
 * Every operation of the API, in the order of the reference. Routes, tests, OpenAPI and the SDK are
 * derived from this table. An operation joins it by its group, at the end of the file that defines
 * it.
 */
export const operations = {
  ...signInOperations,
  ...emailCodeOperations,
  ...secondFactorOperations,
  ...passkeyOperations,
  ...sessionOperations,
  ...passwordOperations,
  ...keyOperations,
  ...accountOperations,
  ...memberOperations,
  ...ssoOperations,
  ...provisioningOperations,
  ...ltiOperations,
  ...issuerOperations,
  ...transferOperations,
  ...brandOperations,
  ...previewOperations,
  ...certificateOperations,
  ...certificatePreviewOperations,
  ...issuerKeyOperations,
  ...badgeOperations,
  ...reminderOperations,
  ...designOperations,
  ...holderOperations,
  ...alignmentOperations,
  ...credentialOperations,
  ...bulkOperations,
  ...importOperations,
  ...migrationOperations,
  ...redirectOperations,
  ...claimOperations,
  ...claimPageOperations,
  ...sendingOperations,
  ...lifecycleOperations,
  ...correctionOperations,
  ...recipientOperations,
  ...requestOperations,
  ...myOperations,
  ...addressOperations,
  ...collectionOperations,
  ...profileOperations,
  ...importedOperations,
  ...myDataOperations,
  ...engagementOperations,
  ...statsOperations,
  ...documentOperations,
  ...visitorOperations,
  ...issuerLinkOperations,
  ...imageOperations,
  ...fileOperations,
  ...signedOperations,
  ...walletOperations,
  ...walletTokenOperations,
  ...walletNonceOperations,
  ...walletIssuanceOperations,
  ...didOperations,
  ...statusListOperations,
  ...verifyOperations,
  ...oembedOperations,
  ...mailOperations,
  ...emailTemplateOperations,
  ...unsubscribeOperations,
  ...bounceOperations,
  ...webhookOperations,
  ...deliveryOperations,
  ...auditOperations,
  ...healthOperations,
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;
/** Operations that the audit log records. */
export type AuditedOperationId = {
  [Id in OperationId]: (typeof operations)[Id] extends { audit: AuditTargetKind } ? Id : never;
}[OperationId];

type All = typeof operations;
type NounOf<O> = O extends { noun: `${infer Noun}.${string}` } ? Noun : never;
type MethodOf<O, Noun extends string> = O extends { noun: `${Noun}.${infer Name}` } ? Name : never;
type IteratorOf<O, Noun extends string> = O extends {
  noun: `${Noun}.${string}`;
  iterator: infer Name extends string;
}
  ? Name
  : never;

type Nouns = {
  readonly [Noun in NounOf<All[OperationId]>]: {
    readonly [Id in OperationId as MethodOf<All[Id], Noun>]: All[Id];
  };
};
type PagedLists = {
  readonly [Noun in NounOf<Extract<All[OperationId], { iterator: string }>>]: {
    readonly [Id in OperationId as IteratorOf<All[Id], Noun>]: All[Id];
  };
};

/** Every operation by noun and method name, as the SDK exposes them. */
export const nouns = groupByNoun((_operation, method) => method) as Nouns;

/** Paged lists, which the SDK also offers as iterators. */
export const pagedLists = groupByNoun(({ iterator }) => iterator) as PagedLists;

/** Operations that no client calls, with the reason. */
export const operationsWithoutMethod: Partial<Record<string, string>> = Object.fromEntries(
  Object.values<Operation>(operations).flatMap(({ id, noun }) =>
    typeof noun === 'string' ? [] : [[id, noun.none]],
  ),
);

function groupByNoun(
  nameOf: (operation: Operation, method: string) => string | undefined,
): Record<string, Record<string, Operation>> {
  const grouped: Record<string, Record<string, Operation>> = {};
  for (const operation of Object.values<Operation>(operations)) {
    if (typeof operation.noun !== 'string') continue;
    const [noun = '', method = ''] = operation.noun.split('.');
    const name = nameOf(operation, method);
    if (name) grouped[noun] = { ...grouped[noun], [name]: operation };
  }
  return grouped;
}
