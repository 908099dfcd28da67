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
  jwtKeysFile: option(
    z.string().min(1).optional(),
    'FILE',
    'Keys with which other programs vouch for people, by subdomain: a JSON file, described in docs/sign-in.md.',
  ),
})
