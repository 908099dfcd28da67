import { type Html, html } from '#platform/html'
import type { OpenContext } from '#platform/serve'
import type { SignInProvider } from '../organization/questions.ts'
import { providersOf } from '../organization/sign-in-methods.ts'

/** A link for each service that people can sign in with. */
export function providerLinks(
  { org, server }: OpenContext,
  address: (provider: SignInProvider) => string,
  parameters: readonly [name: string, value: string][],
): Html {
  const query = new URLSearchParams([...parameters]).toString()
  const links = providersOf(server.config, org).map(
    (provider) =>
      html`<p><a href="${address(provider)}${query && `?${query}`}">Continue with ${provider.displayName}</a></p>`,
  )
  return html`${links}`
}
