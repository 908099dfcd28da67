import { featureLevel, programName, version } from '#platform/config'
import { type Html, html } from '#platform/html'
import type { Language } from '#platform/languages'
import { page } from './html.ts'
import { textsIn } from './texts.ts'

interface LandingFacts {
  readonly language: Language
  organizations: readonly { name: string; url: string; description: string }[]
  /** There are more than those listed. */
  hasMore: boolean
  /** The organization at the requested host. */
  here: { name: string; url: string } | undefined
  /** The server printed a setup link when it started. */
  hasSetup: boolean
  /** The server has the web client, and so its dependencies' licenses. */
  hasClient: boolean
}

/** The server's public page: what it is and how to connect. */
export function landing({ language, organizations, hasMore, here, hasSetup, hasClient }: LandingFacts): string {
  const { landing } = textsIn(language)
  const site = here ?? organizations[0]
  return page({
    language,
    title: here ? `${here.name} · Loquat` : 'Loquat',
    head: html`<link rel="stylesheet" href="/static/loquat.css">`,
    body: html`<header>
<img src="/static/icon.png" alt="" width="72" height="72">
<div>
<h1>${here?.name ?? 'Loquat'}</h1>
<p>${landing.about}</p>
</div>
</header>
<main>
${organizations.length === 0 ? founding(language, hasSetup) : listed(language, organizations, hasMore)}
${connecting(language, site?.url ?? 'https://chat.example.com')}
<section aria-labelledby="reference">
<h2 id="reference">${landing.interface}</h2>
<p>${landing.speaks(featureLevel)} <a href="/docs/">${landing.reference}</a> ·
<a href="/api/v1/openapi.json">${landing.description}</a></p>
</section>
</main>
<footer><p>Loquat ${version}${
      hasClient ? html` · <a href="/licenses.txt">${landing.licenses}</a>` : html``
    }</p></footer>`,
  })
}

function founding(language: Language, hasSetup: boolean): Html {
  const { none, setUp, setUpLog, create, demo } = textsIn(language).landing
  return html`<section aria-labelledby="first">
<h2 id="first">${none}</h2>
${
  hasSetup
    ? html`<p>${setUp}</p>
<p>${setUpLog} <code>journalctl</code> · <code>docker compose logs</code></p>`
    : html``
}
<p>${create}</p>
<pre tabindex="0"><code>${programName} org create --name 'My team' --owner-name 'Ada' --owner-email ada@example.com</code></pre>
<p>${demo}</p>
<pre tabindex="0"><code>${programName} demo</code></pre>
</section>`
}

function listed(language: Language, organizations: LandingFacts['organizations'], hasMore: boolean): Html {
  const { one, several, more } = textsIn(language).landing
  return html`<section aria-labelledby="organizations">
<h2 id="organizations">${organizations.length === 1 ? one : several}</h2>
<ul class="cards">
${organizations.map(
  ({ name, url, description }) => html`<li><a href="${url}">${name}</a><span class="url" dir="ltr">${url}</span>${
    description ? html`<p>${description}</p>` : html``
  }</li>
`,
)}</ul>
${hasMore ? html`<p>${more}</p>` : html``}
</section>`
}

function connecting(language: Language, url: string): Html {
  const { connect, app, appAddress, terminal, terminalKey, learnKey } = textsIn(language).landing
  return html`<section aria-labelledby="connect">
<h2 id="connect">${connect}</h2>
<h3>${app}</h3>
<p>${appAddress} <code>${url}</code></p>
<h3>${terminal}</h3>
<p>${terminalKey} <code>.zuliprc</code></p>
<pre tabindex="0"><code>[api]
email=you@example.com
key=YOUR_API_KEY
site=${url}</code></pre>
<p>${learnKey}</p>
<pre tabindex="0"><code>curl ${url}/api/v1/fetch_api_key \\
  --data-urlencode username=you@example.com \\
  --data-urlencode password=YOUR_PASSWORD

curl ${url}/api/v1/messages -u you@example.com:YOUR_API_KEY \\
  -d type=stream -d to=general -d topic=greetings \\
  --data-urlencode 'content=Hello!'</code></pre>
</section>`
}
