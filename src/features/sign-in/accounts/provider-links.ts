import { type Html, html } from '#platform/html'
import type { OpenContext } from '#platform/serve'
import type { SignInProvider } from '../../people/organization/extension-points.ts'
import { providersOf } from '../../people/organization/sign-in-methods.ts'
import { textsIn } from './texts.ts'

export function providerLinks(
  { org, server, language }: OpenContext,
  address: (provider: SignInProvider) => string,
  parameters: readonly [name: string, value: string][],
): Html {
  const query = new URLSearchParams([...parameters]).toString()
  const { join } = textsIn(language)
  const links = providersOf(server.config, org).map(
    (provider) =>
      html`<p><a href="${address(provider)}${query && `?${query}`}">${join.continueWith(provider.displayName)}</a></p>`,
  )
  return html`${links}`
}
