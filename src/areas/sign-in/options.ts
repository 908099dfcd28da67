import { z } from '#contract'
import { declareOptions, oneOf, option, timeout, webAddress } from '#platform/config'

export const signInOptions = declareOptions({
  oidcIssuer: option(webAddress().optional(), 'URL', 'An OpenID Connect provider to sign in with, by its issuer.'),
  oidcClientId: option(z.string().optional(), 'ID', 'What this server is called at that provider.'),
  oidcClientSecret: option(
    z.string().optional(),
    'SECRET',
    'The secret that goes with it; best given in the environment.',
  ),
  oidcClientSecretFile: option(z.string().optional(), 'FILE', 'A file that holds the secret, instead.'),
  oidcName: option(z.string().default('sso'), 'NAME', 'Machine name of the provider, part of its addresses.'),
  oidcDisplayName: option(z.string().default('Single sign-on'), 'TEXT', 'What people know the provider as.'),
  oidcIcon: option(z.string().optional(), 'FILE', 'A small PNG, JPEG, GIF or WebP picture for the button.'),
  oidcScopes: option(z.string().default('openid email profile'), 'LIST', 'Scopes to ask for, with spaces between.'),
  oidcTrustEmail: option(
    oneOf(['on', 'off']).default('off'),
    'on|off',
    "Believe the provider's e-mail addresses although it does not say that they are verified.",
  ),
  oidcTimeoutSeconds: option(timeout(10), 'N', 'How long the provider may take for an answer.'),
  oidcFile: option(z.string().optional(), 'FILE', 'Further providers: a JSON file, described in docs/sign-in.md.'),
  samlMetadataFile: option(
    z.string().min(1).optional(),
    'FILE',
    'A SAML 2.0 identity provider to sign in with, by the XML file in which it describes itself; see docs/saml.md.',
  ),
  samlEntityId: option(z.string().min(1).optional(), 'ID', 'The entity id of that provider, where no metadata say it.'),
  samlEntryPoint: option(webAddress().optional(), 'URL', 'Where that provider takes requests, by HTTP-Redirect.'),
  samlCertificateFile: option(
    z.string().min(1).optional(),
    'FILE',
    'What that provider signs with: one certificate or several, in PEM.',
  ),
  samlName: option(z.string().default('saml'), 'NAME', 'Machine name of that provider, part of its addresses.'),
  samlDisplayName: option(z.string().default('SAML'), 'TEXT', 'What people know that provider as.'),
  samlIcon: option(z.string().optional(), 'FILE', 'A small PNG, JPEG, GIF or WebP picture for the button.'),
  samlTrustEmail: option(
    oneOf(['on', 'off']).default('on'),
    'on|off',
    'Whether the e-mail addresses that it tells decide whose account it is.',
  ),
  samlIdpInitiated: option(
    oneOf(['on', 'off']).default('off'),
    'on|off',
    'Whether it may send people here who have not begun to sign in.',
  ),
  samlFile: option(z.string().min(1).optional(), 'FILE', 'Further providers: a JSON file, described in docs/saml.md.'),
  jwtKeysFile: option(
    z.string().min(1).optional(),
    'FILE',
    'Keys with which other programs vouch for people, by subdomain: a JSON file, described in docs/sign-in.md.',
  ),
})
