import type { FastifyInstance } from 'fastify'
import { notFound } from '#contract'
import { acceptedLanguage, type Language, lastResort } from '#platform/languages'
import type { Runtime } from '#platform/runtime'
import { organizationCache } from '../features/people/organization/cache.ts'
import { iconVersion, paper } from '../features/people/organization-settings/app-icon.ts'
import { textsIn } from './texts.ts'

/** Systems truncate longer ones inconsistently. */
const maxDescriptionLength = 300

/** The name, description, and icon of an organization's installed client. */
interface Named {
  readonly name: string
  readonly description: string
  readonly icon: string | undefined
}

/** URLs are relative to the manifest, which is at the root of the server or its base path. */
function manifestOf({ name, description, icon }: Named, basePath: string, language: Language): object {
  const texts = textsIn(language).app
  const picture = (purpose: string, side: number) => ({
    src: `app-icons/${purpose}-${side}.png?version=${iconVersion(icon)}`,
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose,
  })
  const icons = [192, 512].flatMap((side) => [picture('any', side), picture('maskable', side)])
  const shown = [...description].slice(0, maxDescriptionLength).join('')
  return {
    id: `${basePath}/`,
    name,
    short_name: name,
    ...(shown ? { description: shown } : {}),
    dir: 'auto',
    start_url: './',
    scope: './',
    display: 'standalone',
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
    background_color: paper,
    theme_color: paper,
    icons,
    shortcuts: [
      { name: texts.inbox, url: './#inbox', icons: [icons[0]] },
      { name: texts.newMessage, url: './#new-message', icons: [icons[0]] },
    ],
    share_target: {
      action: './share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'files', accept: ['*/*'] }] },
    },
    protocol_handlers: ['web+loquat', 'web+zulip'].map((protocol) => ({ protocol, url: './#open/%s' })),
  }
}

/** What a browser needs to install the client. It says what the page for signing in says. */
export function manifest(app: FastifyInstance, runtime: Runtime): void {
  app.get('/manifest.webmanifest', async (request, reply) => {
    const org = await runtime.organizationAt(request.headers.host ?? '')
    if (!org) throw notFound()
    const { name, description, pictures } = org.get(organizationCache)
    const language = acceptedLanguage(request.headers['accept-language']) ?? lastResort
    return reply
      .type('application/manifest+json')
      .headers({ 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer', vary: 'Accept-Language' })
      .send(JSON.stringify(manifestOf({ name, description, icon: pictures.icon }, runtime.basePath, language)))
  })
  // what another program shares is taken by the service worker; one that has been taken away cannot
  app.post('/share', {
    onRequest: async (_request, reply) => reply.redirect(`${runtime.basePath}/#share-again`, 303),
    handler: async () => {},
  })
}
