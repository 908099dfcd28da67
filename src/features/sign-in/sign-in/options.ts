import { z } from '#contract'
import { declareOptions, oneOf, option, timeout, webAddress } from '#platform/config'

export const signInOptions = declareOptions(
  { section: 'sign-in', reloadable: true },
  {
    oidcIssuer: option(webAddress().optional(), 'URL', 'Issuer URL of an OpenID Connect provider to sign in with.'),
    oidcClientId: option(z.string().optional(), 'ID', 'Client ID of this server at the provider.'),
    oidcClientSecret: option(z.string().optional(), 'SECRET', 'The corresponding secret. Set it in the environment.'),
    oidcClientSecretFile: option(z.string().optional(), 'FILE', 'File containing the secret, as an alternative.'),
    oidcName: option(z.string().default('sso'), 'NAME', 'Identifier of the provider, used in URLs.'),
    oidcDisplayName: option(z.string().default('Single sign-on'), 'TEXT', 'Name of the provider shown to people.'),
    oidcIcon: option(z.string().optional(), 'FILE', 'Icon for the button: a small PNG, JPEG, GIF, or WebP image.'),
    oidcScopes: option(z.string().default('openid email profile'), 'LIST', 'Scopes to request, separated by spaces.'),
    oidcTrustEmail: option(
      oneOf(['on', 'off']).default('off'),
      'on|off',
      "Trust the provider's email addresses even if they aren't marked as verified.",
    ),
    oidcTimeoutSeconds: option(timeout(10), 'N', 'Timeout for requests to the provider, in seconds.'),
    oidcFile: option(z.string().optional(), 'FILE', 'JSON file with additional providers. See docs/sign-in.md.'),
    samlMetadataFile: option(
      z.string().min(1).optional(),
      'FILE',
      'XML metadata file of a SAML 2.0 identity provider to sign in with. See docs/saml.md.',
    ),
    samlEntityId: option(z.string().min(1).optional(), 'ID', "Entity ID of the provider, if there's no metadata file."),
    samlEntryPoint: option(webAddress().optional(), 'URL', 'Sign-in URL of the provider (HTTP-Redirect binding).'),
    samlCertificateFile: option(z.string().min(1).optional(), 'FILE', 'Signing certificates of the provider (PEM).'),
    samlName: option(z.string().default('saml'), 'NAME', 'Identifier of the provider, used in URLs.'),
    samlDisplayName: option(z.string().default('SAML'), 'TEXT', 'Name of the provider shown to people.'),
    samlIcon: option(z.string().optional(), 'FILE', 'Icon for the button: a small PNG, JPEG, GIF, or WebP image.'),
    samlTrustEmail: option(
      oneOf(['on', 'off']).default('on'),
      'on|off',
      "Match accounts by the provider's email addresses.",
    ),
    samlIdpInitiated: option(
      oneOf(['on', 'off']).default('off'),
      'on|off',
      'Accept sign-ins started at the provider (IdP-initiated).',
    ),
    samlFile: option(z.string().min(1).optional(), 'FILE', 'JSON file with additional providers. See docs/saml.md.'),
    jwtKeysFile: option(
      z.string().min(1).optional(),
      'FILE',
      'JSON file with keys for sign-in with JSON Web Tokens, by subdomain. See docs/sign-in.md.',
    ),
  },
)
