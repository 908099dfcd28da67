/** A real OpenID Connect provider for tests; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  interface Context {
    oidc: { session: { accountId: string }; client: { clientId: string } }
  }
  export default class Provider {
    constructor(issuer: string, configuration: object)
    readonly Client: { prototype: { redirectUriAllowed: (uri: string) => boolean } }
    readonly Grant: new (of: {
      accountId: string
      clientId: string
    }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
  export type { Context, Grant }
}
