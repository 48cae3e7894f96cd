import { createTranslator } from '../../shared/t.ts';

/** Loaded with features/sso. */
const sso = {
  'sso.lead':
    'Members sign in with the identity provider of your organization, by OpenID Connect or SAML.',
  'sso.fresh':
    'To change these settings, sign in again. You then have 5 minutes. If your provider doesn’t ask for your password, sign in without it.',
  'sso.signIn': 'Sign in again',
  'sso.signIn.own': 'Sign in without the provider',
  'sso.none.title': 'No connection yet',
  'sso.none.words':
    'Your connection to Entra ID, Okta, Google Workspace, Keycloak or another provider will appear here.',
  'sso.new': 'Add connection',
  'sso.create': 'Create connection',
  'sso.created': 'Connection “{name}” created. Continue with the steps below.',
  'sso.saved': 'Connection “{name}” saved',
  'sso.edit': 'Edit connection',
  'sso.delete': 'Delete connection',
  'sso.delete.title': 'Delete the connection “{name}”?',
  'sso.delete.words':
    'Members who signed in with it are signed out. They stay members, and can sign in with a password or an emailed code.',
  'sso.deleted': 'Connection “{name}” deleted',
  'sso.state.test': 'Test only',
  'sso.state.on': 'On',
  'sso.state.enforced': 'Required',
  'sso.state.disabled': 'Disabled by the operator',
  'sso.name': 'Name',
  'sso.name.hint': 'For your team, for example the name of your university',
  'sso.protocol': 'Protocol',
  'sso.protocol.hint': 'Both are secure. Choose the one that your provider’s console offers first.',
  'sso.protocol.oidc': 'OpenID Connect',
  'sso.protocol.saml': 'SAML 2.0',
  'sso.metadataUrl': 'Metadata URL',
  'sso.metadataUrl.hint':
    'Shown by your provider, for example as App Federation Metadata Url. We then load new certificates automatically.',
  'sso.metadataXml': 'Metadata XML',
  'sso.metadataXml.hint': 'If your provider has no metadata URL, paste the file here',
  'sso.issuer': 'Issuer',
  'sso.issuer.hint':
    'The URL of your provider, for example https://login.microsoftonline.com/TENANT-ID/v2.0 or https://YOUR-COMPANY.okta.com',
  'sso.clientId': 'Client ID',
  'sso.clientId.hint': 'Shown by your provider after you registered an application for Insignia',
  'sso.clientSecret': 'Client secret',
  'sso.clientSecret.hint': 'Stored encrypted, and never shown again',
  'sso.clientSecret.keep': 'Leave it empty to keep the current secret',
  'sso.secretExpiresAt': 'Secret expires on',
  'sso.secretExpiresAt.hint': 'Optional. We remind you 30 days before.',
  'sso.scopes': 'Scopes',
  'sso.scopes.hint':
    'Separate scopes with spaces. Okta sends groups only if you add the scope “groups”.',
  'sso.provisioning': 'Who may sign in',
  'sso.provisioning.invited': 'Members and invited people',
  'sso.provisioning.onSignIn': 'Everyone with an address in your domains, while seats are left',
  'sso.default': 'Role of new members',
  'sso.default.none': 'None. Refuse people whose groups give them no role',
  'sso.role.viewer': 'Viewer',
  'sso.role.editor': 'Editor',
  'sso.role.admin': 'Admin',
  'sso.claim': 'Claim with groups',
  'sso.claim.hint':
    'Optional, for example groups. Then the groups below decide the role at every sign-in.',
  'sso.groups':
    '{role, select, admin {Groups of admins} editor {Groups of editors} other {Groups of viewers}}',
  'sso.groups.hint': 'One per line, exactly as your provider sends them',
  'sso.help': 'Your provider',
  'sso.help.entra': 'Microsoft Entra ID',
  'sso.help.okta': 'Okta',
  'sso.help.google': 'Google Workspace',
  'sso.help.keycloak': 'Keycloak',
  'sso.help.shibboleth': 'Shibboleth or eduGAIN',
  'sso.help.other': 'Another provider',
  'sso.help.oidc.entra.find':
    'Open App registrations → New registration. Issuer: https://login.microsoftonline.com/TENANT/v2.0 with the Directory (tenant) ID. Client ID: Application (client) ID. Secret: the Value under Certificates & secrets.',
  'sso.help.oidc.okta.find':
    'Open Applications → Create App Integration → OIDC, Web Application. Issuer: https:// and your Okta domain. Copy Client ID and Client secret.',
  'sso.help.oidc.google.find':
    'In the Google Cloud console, open APIs & Services → Credentials → Create credentials → OAuth client ID, Web application. Issuer: https://accounts.google.com',
  'sso.help.oidc.keycloak.find':
    'In your realm, open Clients → Create client, with Client authentication on. Issuer: https://HOST/realms/REALM. The secret is on Credentials.',
  'sso.help.oidc.entra.paste':
    'Open Authentication → Add a platform → Web, and paste it as Redirect URI. Under Token configuration, add the optional claims email and xms_edov to the ID token.',
  'sso.help.oidc.okta.paste':
    'Open General, and paste it under Sign-in redirect URIs. For groups, set the Groups claim filter on Sign On, and add “groups” to the scopes here.',
  'sso.help.oidc.google.paste': 'Paste it under Authorized redirect URIs.',
  'sso.help.oidc.keycloak.paste': 'Open Settings, and paste it under Valid redirect URIs.',
  'sso.help.saml.entra.find':
    'Open Enterprise applications → your application → Single sign-on → SAML. Copy App Federation Metadata Url.',
  'sso.help.saml.okta.find': 'Open Applications → your application → Sign On. Copy Metadata URL.',
  'sso.help.saml.google.find':
    'Open Apps → Web and mobile apps → Add app → Add custom SAML app. Select Download metadata, and paste the file below.',
  'sso.help.saml.keycloak.find':
    'The metadata URL is https://HOST/realms/REALM/protocol/saml/descriptor',
  'sso.help.saml.shibboleth.find':
    'The metadata URL is usually your entity ID, https://HOST/idp/shibboleth. In eduGAIN, use the URL of your provider in the metadata query service (MDQ) of your federation.',
  'sso.help.saml.entra.paste':
    'Under Basic SAML Configuration, paste the entity ID as Identifier and the ACS URL as Reply URL. Under Attributes & Claims, set Unique User Identifier to user.objectid, Persistent.',
  'sso.help.saml.okta.paste':
    'Paste the ACS URL as Single sign-on URL and the entity ID as Audience URI. Name ID format: Persistent. Add the attribute statement email = user.email.',
  'sso.help.saml.google.paste':
    'Paste ACS URL and Entity ID, and leave Signed response off. Under Attribute mapping, map Primary email to email.',
  'sso.help.saml.keycloak.paste':
    'Open Clients → Import client, and choose the file behind the metadata URL. Set Name ID format to persistent, and add the mapper X500 email.',
  'sso.help.saml.shibboleth.paste':
    'Add the metadata URL to metadata-providers.xml. In attribute-filter.xml, release mail and samlPairwiseID.',
  'sso.steps': 'Next steps',
  'sso.step.redirect': 'Register this redirect URI with your provider',
  'sso.step.redirect.copy': 'Copy redirect URI',
  'sso.step.saml': 'Register these with your provider',
  'sso.step.saml.words': 'If your provider reads metadata, register only the metadata URL.',
  'sso.step.saml.entityId': 'Entity ID (identifier, audience)',
  'sso.step.saml.entityId.copy': 'Copy entity ID',
  'sso.step.saml.acsUrl': 'ACS URL (reply URL, single sign-on URL)',
  'sso.step.saml.acsUrl.copy': 'Copy ACS URL',
  'sso.step.saml.spMetadataUrl': 'Metadata URL',
  'sso.step.saml.spMetadataUrl.copy': 'Copy metadata URL',
  'sso.step.test': 'Test the connection',
  'sso.step.test.words':
    'A window opens, where you sign in with your provider. It shows what we received and each check. Nothing is created.',
  'sso.step.test.action': 'Test connection',
  'sso.step.test.open': 'Open the test',
  'sso.step.domains': 'Choose the domains whose users sign in here',
  'sso.step.domains.words':
    'The sign-in page then sends users of these domains to your provider, once the domains are verified.',
  'sso.step.domains.none': 'Add and verify a domain above first.',
  'sso.step.domains.unverified': '{domain} (not verified)',
  'sso.step.domains.other': '{domain} (used by another connection)',
  'sso.step.domains.save': 'Save domains',
  'sso.step.domains.saved':
    '{count, plural, =0 {Connection turned off} one {Connection used by 1 domain} other {Connection used by # domains}}',
  'sso.step.enforce': 'Require single sign-on',
  'sso.step.enforce.off':
    'Members of these domains can also use passwords, emailed codes and passkeys.',
  'sso.step.enforce.on':
    'Members of these domains can sign in only with your provider. The owner, {email}, can still sign in another way and is emailed each time.',
  'sso.step.enforce.action': 'Require single sign-on',
  'sso.step.enforce.title': 'Require single sign-on?',
  'sso.step.enforce.words':
    'Members of these domains who signed in another way lose access to this account at once. That may include you. Test the connection first.',
  'sso.step.enforce.owner': 'Owner’s email address',
  'sso.step.enforce.owner.hint':
    'The owner can still sign in without the provider, in case it fails, and is emailed each time.',
  'sso.step.enforce.done': 'Single sign-on required',
  'sso.step.enforce.stop': 'Stop requiring single sign-on',
  'sso.step.enforce.stop.title': 'Stop requiring single sign-on?',
  'sso.step.enforce.stop.words': 'Members can use passwords, emailed codes and passkeys again.',
  'sso.step.enforce.stopped': 'Single sign-on no longer required',
  'sso.warning.secret': 'The client secret expires on {day}. Enter a new one.',
  'sso.warning.certificate':
    'The certificate {subject} expires on {day}. Get new metadata from your provider.',
  'sso.warning.domain':
    'The DNS record of {subject} is missing. Add it again by {day}, or the domain is no longer verified.',
  'sso.domains': 'Domains',
  'sso.domains.words':
    'Prove with a DNS record that the domains of your members’ addresses are yours. Keep the records: we check them every day.',
  'sso.domain.add': 'Add domain',
  'sso.domain.name': 'Domain',
  'sso.domain.hint': 'For example example.org. Add each subdomain separately.',
  'sso.domain.added': 'Domain {domain} added',
  'sso.domain.verified': 'Verified',
  'sso.domain.unverified': 'Not verified',
  'sso.domain.missing': 'Record missing',
  'sso.domain.record': 'Add this TXT record at your DNS provider, then verify it:',
  'sso.domain.record.name': 'Name',
  'sso.domain.record.value': 'Value',
  'sso.domain.record.copy': 'Copy value',
  'sso.domain.record.copy.of': 'Copy value of {domain}',
  'sso.domain.verify': 'Verify',
  'sso.domain.verify.of': 'Verify {domain}',
  'sso.domain.verify.done': 'Domain {domain} verified',
  'sso.domain.delete.of': 'Delete {domain}',
  'sso.domain.delete.title': 'Delete {domain}?',
  'sso.domain.delete.words':
    'People with addresses in this domain no longer sign in with your provider.',
  'sso.domain.delete.action': 'Delete domain',
  'sso.domain.deleted': 'Domain {domain} deleted',
} as const;

export const t = createTranslator(sso);
