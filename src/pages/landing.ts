import { featureLevel, programName, version } from '#platform/config'
import { type Html, html } from '#platform/html'
import { page } from './html.ts'

interface LandingFacts {
  organizations: readonly { name: string; url: string; description: string }[]
  /** The organization at the address that was asked for. */
  here: { name: string; url: string } | undefined
}

/** What a browser sees: what this server is and how to connect to it. */
export function landing({ organizations, here }: LandingFacts): string {
  const site = here ?? organizations[0]
  return page({
    title: here ? `${here.name} · Loquat` : 'Loquat',
    head: html`<link rel="stylesheet" href="/static/loquat.css">`,
    body: html`<header>
<img src="/static/icon.png" alt="" width="72" height="72">
<div>
<h1>${here?.name ?? 'Loquat'}</h1>
<p>Team chat in which every conversation belongs to a topic.</p>
</div>
</header>
<main>
${organizations.length === 0 ? founding : listed(organizations)}
${connecting(site?.url ?? 'https://chat.example.com')}
<section aria-labelledby="reference">
<h2 id="reference">The interface</h2>
<p>This server speaks the public Zulip REST API, feature level ${featureLevel}. The <a href="/docs/">API reference</a> tells
what it offers; its <a href="/api/v1/openapi.json">OpenAPI description</a> is for programs.</p>
</section>
</main>
<footer><p>Loquat ${version}</p></footer>`,
  })
}

const founding = html`<section aria-labelledby="first">
<h2 id="first">No organization yet</h2>
<p>Create one on the machine that runs this server:</p>
<pre tabindex="0"><code>${programName} org create --name 'My team' --owner-name 'Ada' --owner-email ada@example.com</code></pre>
<p>or load the demonstration, with people, channels and a conversation worth looking at:</p>
<pre tabindex="0"><code>${programName} demo</code></pre>
</section>`

const listed = (organizations: LandingFacts['organizations']): Html => html`<section aria-labelledby="organizations">
<h2 id="organizations">${organizations.length === 1 ? 'The organization' : 'Organizations'} on this server</h2>
<ul class="cards">
${organizations.map(
  ({ name, url, description }) => html`<li><a href="${url}">${name}</a><span class="url">${url}</span>${
    description ? html`<p>${description}</p>` : html``
  }</li>
`,
)}</ul>
</section>`

const connecting = (url: string): Html => html`<section aria-labelledby="connect">
<h2 id="connect">Connect</h2>
<h3>An app</h3>
<p>Apps for Zulip ask for the address of the organization. It is <code>${url}</code>. Sign in with your e-mail address
and password.</p>
<h3>A terminal client or a bot</h3>
<p>Programs sign in with an e-mail address and an API key. Most of them read both from a file named
<code>.zuliprc</code> in the home directory:</p>
<pre tabindex="0"><code>[api]
email=you@example.com
key=YOUR_API_KEY
site=${url}</code></pre>
<p>Learn your API key from your password, then say something:</p>
<pre tabindex="0"><code>curl ${url}/api/v1/fetch_api_key \\
  --data-urlencode username=you@example.com \\
  --data-urlencode password=YOUR_PASSWORD

curl ${url}/api/v1/messages -u you@example.com:YOUR_API_KEY \\
  -d type=stream -d to=general -d topic=greetings \\
  --data-urlencode 'content=Hello!'</code></pre>
</section>`
