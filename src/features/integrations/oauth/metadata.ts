import { scopes } from '#contract'
import type { Context } from '#platform/serve'
import { isRegistrationOn } from './access.ts'
import { issuerOf, paths, resourceOf } from './addresses.ts'

/** Protected resource metadata (RFC 9728), with the scopes most programs need. */
export const resourceMetadata = (ctx: Context) => ({
  resource: resourceOf(ctx),
  authorization_servers: [issuerOf(ctx)],
  scopes_supported: ['read', 'write'],
  bearer_methods_supported: ['header'],
  resource_name: 'Loquat',
})

/** Authorization server metadata (RFC 8414). */
export function serverMetadata(ctx: Context) {
  const issuer = issuerOf(ctx)
  const canRegister = isRegistrationOn(ctx)
  return {
    issuer,
    authorization_endpoint: issuer + paths.authorize,
    token_endpoint: issuer + paths.token,
    revocation_endpoint: issuer + paths.revoke,
    ...(canRegister ? { registration_endpoint: issuer + paths.register } : {}),
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: canRegister,
  }
}

/** As OpenID Connect Discovery, the only document found below a path. No ID tokens are issued, so no keys. */
export const identityMetadata = (ctx: Context) => ({
  ...serverMetadata(ctx),
  jwks_uri: issuerOf(ctx) + paths.keys,
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})
